import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** An address of an account; stored trimmed and lower-cased. */
export type Email = { id: string; address: string; isVerified: boolean; isPrimary: boolean };

/** A person with everything they can sign in with. */
export type Account = {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  /** The primary one first. */
  emails: Email[];
};

/** Accounts and their addresses. */
export type AccountStore = ReturnType<typeof createAccountStore>;

/** Reads and writes accounts; see {@link createStores} for the connection. */
export function createAccountStore(db: Kysely<IdentityTables>) {
  return {
    find: (id: string): Promise<Account | undefined> => readAccount(db, id, { lock: false }),

    /** Reads an account and lets no other profile request at it until the transaction ends. */
    lock: (id: string): Promise<Account | undefined> => readAccount(db, id, { lock: true }),

    /** Who owns an address, if anybody. */
    async findOwner(address: string): Promise<{ userId: string; emailId: string } | undefined> {
      return db
        .selectFrom('identity.emails')
        .select(['user_id as userId', 'id as emailId'])
        .where('address', '=', address)
        .executeTakeFirst();
    },

    async create(now: Date): Promise<string> {
      const id = randomUUID();
      await db
        .insertInto('identity.users')
        .values({ id, created_at: now, updated_at: now })
        .execute();
      return id;
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

    /** Removes the account with its addresses and sessions. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('identity.users').where('id', '=', id).execute();
    },
  };
}

async function readAccount(
  db: Kysely<IdentityTables>,
  id: string,
  { lock }: { lock: boolean },
): Promise<Account | undefined> {
  const user = await db
    .selectFrom('identity.users')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!user) return undefined;
  const emails = await db
    .selectFrom('identity.emails')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('address')
    .execute();
  const { created_at: createdAt, updated_at: updatedAt } = user;
  return { id, createdAt, updatedAt, emails: emails.map(toEmail) };
}

/** The address mails and tokens use; undefined when the account has none. */
export function primaryEmailOf(account: Account): Email | undefined {
  return account.emails.find(({ isPrimary }) => isPrimary);
}

function toEmail(row: Selectable<IdentityTables['identity.emails']>): Email {
  return {
    id: row.id,
    address: row.address,
    isVerified: row.is_verified,
    isPrimary: row.is_primary,
  };
}
