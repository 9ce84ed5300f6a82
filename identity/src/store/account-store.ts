import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';
import { readAccount, type Account, type Email } from './read-account.ts';

/** Accounts and their addresses. */
export type AccountStore = ReturnType<typeof createAccountStore>;

/** Reads and writes accounts; see {@link createStores} for the connection. */
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
