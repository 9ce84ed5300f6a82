import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Browsers that need no second factor, as digests of their tokens. */
export type DeviceStore = ReturnType<typeof createDeviceStore>;

/** Reads and writes trusted devices; see {@link createStores} for the connection. */
export function createDeviceStore(db: Kysely<IdentityTables>) {
  return {
    async add(userId: string, digest: string, times: { now: Date; expiresAt: Date }) {
      await db
        .insertInto('identity.trusted_devices')
        .values({
          digest,
          user_id: userId,
          created_at: times.now,
          expires_at: times.expiresAt,
        })
        .execute();
    },

    async isTrusted(userId: string, digest: string, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom('identity.trusted_devices')
        .select('digest')
        .where('digest', '=', digest)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeOf(userId: string): Promise<void> {
      await db.deleteFrom('identity.trusted_devices').where('user_id', '=', userId).execute();
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('identity.trusted_devices').where('expires_at', '<=', now).execute();
    },
  };
}
