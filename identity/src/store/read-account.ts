import type { Kysely, Selectable } from 'kysely';
import type { IdentityTables } from '../tables.ts';
import { createCredentialStore, type Credential } from './credential-store.ts';
import { createExternalIdentityStore, type ExternalIdentity } from './external-identity-store.ts';

/** An address of an account; stored trimmed and lower-cased. */
export type Email = { id: string; address: string; isVerified: boolean; isPrimary: boolean };

/** A username; stored trimmed and lower-cased. */
export type Username = { id: string; username: string; createdAt: Date; updatedAt: Date };

/** A person with everything they can sign in with. */
export type Account = {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  /** The primary one first. */
  emails: Email[];
  username?: Username;
  hasPassword: boolean;
  hasTotp: boolean;
  /** Passkeys and security keys, oldest first. */
  credentials: Credential[];
  identities: ExternalIdentity[];
  /** What the person has stored about themselves. */
  metadata?: object;
};

/** Reads an account; `lock` holds its row until the transaction ends. */
export async function readAccount(
  db: Kysely<IdentityTables>,
  id: string,
  { lock }: { lock: boolean },
): Promise<Account | undefined> {
  const user = await readUser(db, id, lock);
  if (!user) return undefined;
  const emails = await db
    .selectFrom('identity.emails')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('address')
    .execute();
  return {
    id,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    emails: emails.map(toEmail),
    username: toUsername(user),
    hasPassword: user.password_of !== null,
    hasTotp: user.totp_of !== null,
    credentials: await createCredentialStore(db).list(id),
    identities: await createExternalIdentityStore(db).list(id),
    metadata: user.unsafe_metadata ?? undefined,
  };
}

/** The address mails and tokens use; undefined when the account has none. */
export function primaryEmailOf(account: Account): Email | undefined {
  return account.emails.find(({ isPrimary }) => isPrimary);
}

async function readUser(db: Kysely<IdentityTables>, id: string, lock: boolean) {
  return db
    .selectFrom('identity.users as person')
    .leftJoin('identity.usernames as name', 'name.user_id', 'person.id')
    .leftJoin('identity.passwords as password', 'password.user_id', 'person.id')
    .leftJoin('identity.totp_secrets as totp', 'totp.user_id', 'person.id')
    .select([
      'person.created_at',
      'person.updated_at',
      'person.unsafe_metadata',
      'name.id as username_id',
      'name.username',
      'name.created_at as username_created_at',
      'name.updated_at as username_updated_at',
      'password.user_id as password_of',
      'totp.user_id as totp_of',
    ])
    .where('person.id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate('person'))
    .executeTakeFirst();
}

type UserRow = NonNullable<Awaited<ReturnType<typeof readUser>>>;

function toUsername(row: UserRow): Username | undefined {
  const { username_id: id, username } = row;
  const { username_created_at: createdAt, username_updated_at: updatedAt } = row;
  if (id === null || username === null || !createdAt || !updatedAt) return undefined;
  return { id, username, createdAt, updatedAt };
}

function toEmail(row: Selectable<IdentityTables['identity.emails']>): Email {
  return {
    id: row.id,
    address: row.address,
    isVerified: row.is_verified,
    isPrimary: row.is_primary,
  };
}
