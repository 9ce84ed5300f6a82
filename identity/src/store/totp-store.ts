import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** Sealed authenticator secrets; at most one per account. */
export function createTotpStore(db: Kysely<IdentityTables>) {
  return {
    async findSealed(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('identity.totp_secrets')
        .select('sealed')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.sealed;
    },

    async add(
      userId: string,
      { sealed, lastStep }: { sealed: string; lastStep: number },
      now: Date,
    ): Promise<void> {
      await db
        .insertInto('identity.totp_secrets')
        .values({ user_id: userId, sealed, last_step: lastStep, created_at: now })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ sealed, last_step: lastStep, created_at: now }),
        )
        .execute();
    },

    /** Uses up a step; false when it, or a later one, has been used. One conditional UPDATE. */
    async useStep(userId: string, step: number): Promise<boolean> {
      const used = await db
        .updateTable('identity.totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .returning('user_id')
        .executeTakeFirst();
      return used !== undefined;
    },

    async remove(userId: string): Promise<void> {
      await db.deleteFrom('identity.totp_secrets').where('user_id', '=', userId).execute();
    },
  };
}
