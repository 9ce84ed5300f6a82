import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** Usernames; one per account, each taken once. */
export function createUsernameStore(db: Kysely<IdentityTables>) {
  return {
    /** The id of the account that has a username, if any. */
    async findOwner(username: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('identity.usernames')
        .select('user_id')
        .where('username', '=', username)
        .executeTakeFirst();
      return row?.user_id;
    },

    /** Gives an account its username, or another one; false when somebody else has it. */
    async set(userId: string, username: string, now: Date): Promise<boolean> {
      const owner = await this.findOwner(username);
      if (owner !== undefined) return owner === userId;
      const changed = await db
        .updateTable('identity.usernames')
        .set({ username, updated_at: now })
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (changed) return true;
      const added = await db
        .insertInto('identity.usernames')
        .values({ id: randomUUID(), user_id: userId, username, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    async remove(userId: string): Promise<void> {
      await db.deleteFrom('identity.usernames').where('user_id', '=', userId).execute();
    },
  };
}
