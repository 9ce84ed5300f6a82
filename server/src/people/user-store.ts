import type { User } from '@pathway/contract/session';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../platform/app-error.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type AccountsOn, lockPeople, removeGrants } from './find-person.ts';

/** Who signs in, as the provider's token says. */
export interface SignIn {
  subject: string;
  /** In lower case. */
  verifiedEmail: string | undefined;
  /** When the provider said so. */
  issuedAt: Date;
  now: Date;
}

export interface UserStore {
  /**
   * Finds or makes the user of a provider's subject. A verified address that is listed makes an
   * administrator, and so does a waiting grant, which is used up by it.
   * @throws AppError `session_creation_failed` when the account has been deleted meanwhile.
   */
  signIn(person: SignIn): Promise<{ user: User; isNew: boolean }>;
  /** Whether nobody has ever signed in, or everybody is erased. */
  isEmpty(): Promise<boolean>;
}

export function createUserStore(deps: {
  db: Kysely<Tables>;
  accountsOn: AccountsOn;
  /** Addresses in lower case. */
  adminEmails: ReadonlySet<string>;
}): UserStore {
  return {
    signIn: (person) =>
      deps.db.transaction().execute(async (trx) => {
        await lockPeople(trx);
        const accounts = deps.accountsOn(trx);
        if ((await accounts.isDeleted(person.subject)) === true) {
          throw new AppError('session_creation_failed');
        }
        const { isNew, ...user } = await upsertUser(trx, person);
        const held = await accounts.listAddresses([person.subject]);
        const addresses = held.map(({ address }) => address);
        const isListed = addresses.some((address) => deps.adminEmails.has(address));
        const grants = await removeGrants(trx, addresses);
        if ((isListed || grants.length > 0) && !user.is_admin) {
          await trx
            .updateTable('users')
            .set({ is_admin: true })
            .where('id', '=', user.id)
            .execute();
          user.is_admin = true;
        }
        return { user, isNew };
      }),
    async isEmpty() {
      const anybody = await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      return anybody === undefined;
    },
  };
}

/** Of what tokens say about addresses, the newest holds: an old token takes no address back. */
async function upsertUser(
  trx: Kysely<Tables>,
  { subject, verifiedEmail, issuedAt, now }: SignIn,
): Promise<User & { isNew: boolean }> {
  const email = verifiedEmail ?? null;
  const isFree = email === null || (await takeFromOthers(trx, { email, subject, issuedAt }));
  return trx
    .insertInto('users')
    .values({
      provider_user_id: subject,
      email: isFree ? email : null,
      email_proved_at: issuedAt,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('provider_user_id').doUpdateSet({
        email: sql`case when users.email_proved_at > excluded.email_proved_at
          then users.email else excluded.email end`,
        email_proved_at: sql`greatest(users.email_proved_at, excluded.email_proved_at)`,
      }),
    )
    .returning(['id', 'is_admin', 'tier', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
}

/** False when somebody else has proved the address later. */
async function takeFromOthers(
  trx: Kysely<Tables>,
  { email, subject, issuedAt }: { email: string; subject: string; issuedAt: Date },
): Promise<boolean> {
  await trx
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('provider_user_id', '!=', subject)
    .where((row) =>
      row.or([row('email_proved_at', 'is', null), row('email_proved_at', '<=', issuedAt)]),
    )
    .execute();
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('provider_user_id', '!=', subject)
    .executeTakeFirst();
  return other === undefined;
}
