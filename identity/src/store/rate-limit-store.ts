import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** At most `limit` hits in any `windowSeconds`, counted under the name `bucket`. */
export type RateLimit = { bucket: string; limit: number; windowSeconds: number };

/** Durable sliding-window counters. */
export type RateLimitStore = ReturnType<typeof createRateLimitStore>;

/** Counts hits; one atomic statement each. See {@link createStores} for the connection. */
export function createRateLimitStore(db: Kysely<IdentityTables>) {
  /** Seconds until a hit is possible again, 0 when it is now. */
  async function secondsToWait({ bucket, limit, windowSeconds }: RateLimit, now: Date) {
    const { rows } = await sql<{ wait: number }>`
      SELECT ceil(extract(epoch FROM min(hit) - ${now}::timestamptz) + ${windowSeconds}::int)::int
        AS wait
      FROM (
        SELECT unnest(hits) AS hit FROM identity.rate_limits WHERE bucket = ${bucket}
        ORDER BY hit DESC LIMIT ${limit}
      ) AS newest
      HAVING count(*) >= ${limit}::int`.execute(db);
    return Math.max(0, rows[0]?.wait ?? 0);
  }

  return {
    secondsToWait,

    /** Counts a hit and answers true, or counts nothing and answers false. */
    async take({ bucket, limit, windowSeconds }: RateLimit, now: Date): Promise<boolean> {
      const expiresAt = new Date(now.getTime() + windowSeconds * 1000);
      const start = new Date(now.getTime() - windowSeconds * 1000);
      const { rows } = await sql`
        INSERT INTO identity.rate_limits AS kept (bucket, hits, expires_at)
        VALUES (${bucket}, ARRAY[${now}::timestamptz], ${expiresAt}::timestamptz)
        ON CONFLICT (bucket) DO UPDATE
          SET hits = ARRAY(
                SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > ${start}::timestamptz
              ) || excluded.hits,
              expires_at = excluded.expires_at
          WHERE (
            SELECT count(*) FROM unnest(kept.hits) AS hit WHERE hit > ${start}::timestamptz
          ) < ${limit}::int
        RETURNING bucket`.execute(db);
      return rows.length > 0;
    },

    /** Takes back one hit counted at `time`. */
    async release(bucket: string, time: Date): Promise<void> {
      await sql`
        UPDATE identity.rate_limits
        SET hits = hits[:array_position(hits, ${time}::timestamptz) - 1]
          || hits[array_position(hits, ${time}::timestamptz) + 1:]
        WHERE bucket = ${bucket} AND array_position(hits, ${time}::timestamptz) IS NOT NULL
      `.execute(db);
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('identity.rate_limits').where('expires_at', '<=', now).execute();
    },
  };
}
