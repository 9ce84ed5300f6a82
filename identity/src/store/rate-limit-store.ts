import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** At most `limit` hits in any `windowSeconds`, counted under the name `bucket`. */
export interface RateLimit {
  bucket: string;
  limit: number;
  windowSeconds: number;
}

/** At most `limit` hits in any minute. */
export function perMinute(bucket: string, limit: number): RateLimit {
  return { bucket, limit, windowSeconds: 60 };
}

/** At most `limit` hits in any hour. */
export function perHour(bucket: string, limit: number): RateLimit {
  return { bucket, limit, windowSeconds: 60 * 60 };
}

/** At most `limit` hits in any day. */
export function perDay(bucket: string, limit: number): RateLimit {
  return { bucket, limit, windowSeconds: 24 * 60 * 60 };
}

/** Counts hits; one atomic statement each. */
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

  /** Counts a hit and returns true, or counts nothing and returns false. */
  async function take({ bucket, limit, windowSeconds }: RateLimit, now: Date): Promise<boolean> {
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
  }

  /** Takes back one hit counted at `time`. */
  async function release(bucket: string, time: Date): Promise<void> {
    await sql`
      UPDATE identity.rate_limits
      SET hits = hits[:array_position(hits, ${time}::timestamptz) - 1]
        || hits[array_position(hits, ${time}::timestamptz) + 1:]
      WHERE bucket = ${bucket} AND array_position(hits, ${time}::timestamptz) IS NOT NULL
    `.execute(db);
  }

  return {
    secondsToWait,
    take,
    release,

    /**
     * Counts a hit under each limit, or under none and returns the first that is used up. Inside a
     * transaction their rows stay locked until its end, so they must be given in the same order
     * everywhere.
     */
    async takeAll<Limit extends RateLimit>(
      limits: readonly Limit[],
      now: Date,
    ): Promise<Limit | undefined> {
      for (const [index, limit] of limits.entries()) {
        if (await take(limit, now)) continue;
        for (const { bucket } of limits.slice(0, index)) await release(bucket, now);
        return limit;
      }
      return undefined;
    },

    /** Seconds until a hit is possible under all limits, 0 when it is now. */
    async longestWait(limits: readonly RateLimit[], now: Date): Promise<number> {
      let longest = 0;
      for (const limit of limits) longest = Math.max(longest, await secondsToWait(limit, now));
      return longest;
    },
  };
}
