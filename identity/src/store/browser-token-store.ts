import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** What an account keeps of browsers, as digests of tokens in their cookies. */
export function createBrowserTokenStore(
  db: Kysely<IdentityTables>,
  table: 'identity.trusted_devices' | 'identity.known_browsers',
) {
  return {
    async add(userId: string, digest: string, times: { now: Date; expiresAt: Date }) {
      await db
        .insertInto(table)
        .values({
          digest,
          user_id: userId,
          created_at: times.now,
          expires_at: times.expiresAt,
        })
        .execute();
    },

    async has(userId: string, digest: string, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom(table)
        .select('digest')
        .where('digest', '=', digest)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removes all of an account, but the one of `keptDigest`. */
    async removeOf(userId: string, keptDigest = ''): Promise<void> {
      await db
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('digest', '!=', keptDigest)
        .execute();
    },

    /** Removes one, and the oldest of the account beyond the newest `count`. */
    async makeRoom(userId: string, replaced: string | undefined, count: number): Promise<void> {
      const newest = db
        .selectFrom(table)
        .select('digest')
        .where('user_id', '=', userId)
        .where('digest', '!=', replaced ?? '')
        .orderBy('created_at', 'desc')
        .limit(count);
      await db
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('digest', 'not in', newest)
        .execute();
    },
  };
}
