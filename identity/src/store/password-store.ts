import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** Password hashes; at most one per account. */
export function createPasswordStore(db: Kysely<IdentityTables>) {
  return {
    async findHash(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('identity.passwords')
        .select('hash')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.hash;
    },

    async set(userId: string, hash: string, now: Date): Promise<void> {
      await db
        .insertInto('identity.passwords')
        .values({ user_id: userId, hash, updated_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, updated_at: now }))
        .execute();
    },

    async remove(userId: string): Promise<void> {
      await db.deleteFrom('identity.passwords').where('user_id', '=', userId).execute();
    },
  };
}
