import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createCredentialStore, type Credential } from './credential-store.ts';
import type { IdentityTables } from './tables.ts';
import { createExternalIdentityStore, type ExternalIdentity } from './third-party-store.ts';

/** Accounts and their addresses. */
export function createAccountStore(db: Kysely<IdentityTables>) {
  return {
    find: (id: string): Promise<Account | undefined> => readAccount(db, id, { lock: false }),

    /** Reads an account and lets no other profile request at it until the transaction ends. */
    lock: (id: string): Promise<Account | undefined> => readAccount(db, id, { lock: true }),

    /** Who owns an address, if anybody. */
    async findOwner(
      address: string,
    ): Promise<{ userId: string; emailId: string; isVerified: boolean } | undefined> {
      return db
        .selectFrom('identity.emails')
        .select(['user_id as userId', 'id as emailId', 'is_verified as isVerified'])
        .where('address', '=', address)
        .executeTakeFirst();
    },

    /** False for any text that is no id of an account. */
    async exists(id: string): Promise<boolean> {
      const account = await db
        .selectFrom('identity.users')
        .select('id')
        .where(sql<string>`id::text`, '=', id)
        .executeTakeFirst();
      return account !== undefined;
    },

    /** The verified addresses of accounts, the primary one first. */
    async listVerified(
      accountIds: readonly string[],
    ): Promise<{ accountId: string; address: string }[]> {
      if (accountIds.length === 0) return [];
      return db
        .selectFrom('identity.emails')
        .select(['user_id as accountId', 'address'])
        .where(sql<string>`user_id::text`, 'in', [...accountIds])
        .where('is_verified', '=', true)
        .orderBy('is_primary', 'desc')
        .orderBy('created_at')
        .orderBy('address')
        .execute();
    },

    /** Stores an account without anything to sign in with. */
    async create(id: string, now: Date): Promise<void> {
      await db
        .insertInto('identity.users')
        .values({ id, created_at: now, updated_at: now })
        .execute();
    },

    /** Adds an address; false when somebody has it already. */
    async addEmail(
      userId: string,
      email: Pick<Email, 'address' | 'isVerified' | 'isPrimary'>,
      now: Date,
    ): Promise<boolean> {
      const added = await db
        .insertInto('identity.emails')
        .values({
          id: randomUUID(),
          user_id: userId,
          address: email.address,
          is_verified: email.isVerified,
          is_primary: email.isPrimary,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('address').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    async markVerified(emailId: string): Promise<void> {
      await db
        .updateTable('identity.emails')
        .set({ is_verified: true })
        .where('id', '=', emailId)
        .execute();
    },

    /** Two steps, because at no moment may two addresses be primary. */
    async setPrimary(userId: string, emailId: string): Promise<void> {
      const ofUser = db.updateTable('identity.emails').where('user_id', '=', userId);
      await ofUser.set({ is_primary: false }).where('is_primary', '=', true).execute();
      await ofUser.set({ is_primary: true }).where('id', '=', emailId).execute();
    },

    async removeEmail(userId: string, emailId: string): Promise<void> {
      await db
        .deleteFrom('identity.emails')
        .where('user_id', '=', userId)
        .where('id', '=', emailId)
        .execute();
    },

    /** Replaces what a person has stored about themselves; null clears it. */
    async setMetadata(userId: string, metadata: object | null, now: Date): Promise<void> {
      await db
        .updateTable('identity.users')
        .set({ unsafe_metadata: metadata && JSON.stringify(metadata), updated_at: now })
        .where('id', '=', userId)
        .execute();
    },

    /** Removes the account with everything that belongs to it. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('identity.users').where('id', '=', id).execute();
    },
  };
}

/** An address of an account; stored trimmed and lower-cased. */
export interface Email {
  id: string;
  address: string;
  isVerified: boolean;
  isPrimary: boolean;
}

/** A username; stored trimmed and lower-cased. */
export interface Username {
  id: string;
  username: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A person with everything they can sign in with. */
export interface Account {
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
}

/** Reads an account; `lock` holds its row until the transaction ends. */
async function readAccount(
  db: Kysely<IdentityTables>,
  id: string,
  { lock }: { lock: boolean },
): Promise<Account | undefined> {
  const user = await readUser(db, id, lock);
  if (!user) return undefined;
  const emails = await db
    .selectFrom('identity.emails')
    .select(['id', 'address', 'is_verified as isVerified', 'is_primary as isPrimary'])
    .where('user_id', '=', id)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('address')
    .execute();
  return {
    id,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    emails,
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
