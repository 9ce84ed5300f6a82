import { sql, type Kysely } from 'kysely';
import { eraseAccountOf, type IdentityTables } from '@pathway/identity/mount';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { UsageError, type OperatorCommand } from '../operator-command.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Says who is an administrator and which tier a person has, and erases who asks for it. */
export const adminCommand: OperatorCommand = {
  name: 'admin',
  usage: 'admin grant EMAIL | revoke EMAIL | list | tier free_auth|public EMAIL | erase EMAIL',
  async run({ database: { db }, clock }, args, report) {
    const [verb, ...rest] = args;
    const say = (text: string) => report({ kind: 'line', text });
    if (verb === 'grant') say(await grant(db, readAddress(rest[0])));
    else if (verb === 'revoke') say(await revoke(db, readAddress(rest[0])));
    else if (verb === 'list') (await list(db)).forEach(say);
    else if (verb === 'tier') say(await setTier(db, readTier(rest[0]), readAddress(rest[1])));
    else if (verb === 'erase') say(await erase(db, readAddress(rest[0]), clock));
    else throw new UsageError(adminCommand.usage);
  },
};

function readAddress(text: string | undefined): string {
  const address = text?.trim().toLowerCase() ?? '';
  if (!ADDRESS.test(address)) throw new UsageError('Please give an e-mail address.');
  return address;
}

function readTier(text: string | undefined): 'free_auth' | 'public' {
  if (text !== 'free_auth' && text !== 'public') throw new UsageError(adminCommand.usage);
  return text;
}

async function grant(db: Kysely<Tables>, email: string): Promise<string> {
  const known = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('admin_grants')
      .values({ email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return setAdministrator(trx, email, true);
  });
  return known
    ? `${email} is an administrator now.`
    : `${email} becomes an administrator at the first sign-in.`;
}

async function revoke(db: Kysely<Tables>, email: string): Promise<string> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('admin_grants').where('email', '=', email).execute();
    await setAdministrator(trx, email, false);
  });
  return `${email} is no longer an administrator, unless ADMIN_EMAILS names the address.`;
}

async function setAdministrator(
  db: Kysely<Tables>,
  email: string,
  isAdministrator: boolean,
): Promise<boolean> {
  const rows = await db
    .updateTable('users')
    .set({ is_admin: isAdministrator })
    .where('email', '=', email)
    .returning('id')
    .execute();
  return rows.length > 0;
}

async function list(db: Kysely<Tables>): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', true)
    .orderBy('email')
    .execute();
  const grants = await db.selectFrom('admin_grants').select('email').orderBy('email').execute();
  const known = new Set(users.map((user) => user.email));
  const waiting = grants.filter((granted) => !known.has(granted.email));
  if (known.size + waiting.length === 0) return ['There is no administrator yet.'];
  return [
    ...[...known].map((email) => email ?? '(no address)'),
    ...waiting.map((granted) => `${granted.email} (has not signed in yet)`),
  ];
}

async function setTier(
  db: Kysely<Tables>,
  tier: 'free_auth' | 'public',
  email: string,
): Promise<string> {
  const rows = await db
    .updateTable('users')
    .set({ tier })
    .where('email', '=', email)
    .returning('id')
    .execute();
  if (rows.length === 0) throw new UsageError(`Nobody has signed in as ${email} yet.`);
  return `${email} has the tier ${tier} now.`;
}

/** The account of the embedded provider goes too; one at a hosted provider is deleted there. */
async function erase(db: Kysely<Tables>, email: string, clock: Clock): Promise<string> {
  const accountId = await eraseAccountOf(
    db as unknown as Kysely<IdentityTables>,
    email,
    clock.now(),
  );
  const erased = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('admin_grants').where('email', '=', email).execute();
    await trx
      .deleteFrom('public_consents')
      .where(sql`lower(email)`, '=', email)
      .execute();
    return trx
      .deleteFrom('users')
      .where((row) =>
        row.or([row('email', '=', email), row('provider_user_id', '=', accountId ?? '')]),
      )
      .returning('id')
      .execute();
  });
  if (accountId === undefined && erased.length === 0) {
    throw new UsageError(`Nobody has signed in as ${email} yet.`);
  }
  return `Everything about ${email} is erased here. Copies made before still hold it.`;
}
