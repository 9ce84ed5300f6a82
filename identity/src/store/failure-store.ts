import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** What can fail for want of a proof, and so for people without an account. */
type FailureEvent = 'login_failed' | 'third_party_failed';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Counts failures. However often something fails, an hour
 * adds one row for each account that was tried, and one for all tries at none.
 */
export function createFailureStore(db: Kysely<IdentityTables>) {
  return {
    /** `userId` is the account that was tried, null where there is none or nobody can tell. */
    async count(event: FailureEvent, userId: string | null, now: Date): Promise<void> {
      const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
      await db
        .insertInto('identity.failures')
        .values({ event, user_id: userId, hour, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['event', 'user_id', 'hour'])
            .doUpdateSet({ count: sql<number>`identity.failures.count + 1` }),
        )
        .execute();
    },

    async removeBefore(time: Date): Promise<void> {
      await db.deleteFrom('identity.failures').where('hour', '<', time).execute();
    },
  };
}

const MAX_ACCOUNTS = 5;

/** How often signing in failed, and at which accounts most. */
interface Failures {
  total: number;
  /** The accounts that were tried most, with their primary address where they have one. */
  accounts: { userId: string; address: string | null; count: number }[];
}

/** Failures since a time, to the hour, for an operator who asks who is being guessed at. */
export async function findFailures(db: Kysely<IdentityTables>, since: Date): Promise<Failures> {
  const counted = sql<number>`sum(failures.count)::int`;
  const recent = db.selectFrom('identity.failures as failures').where('hour', '>=', since);
  const { total } = await recent
    .select(sql<number>`coalesce(sum(failures.count), 0)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const accounts = await recent
    .innerJoin('identity.users as users', 'users.id', 'failures.user_id')
    .leftJoin('identity.emails as emails', (join) =>
      join.onRef('emails.user_id', '=', 'users.id').on('emails.is_primary', '=', true),
    )
    .select(['users.id as userId', 'emails.address', counted.as('count')])
    .groupBy(['users.id', 'emails.address'])
    .orderBy('count', 'desc')
    .limit(MAX_ACCOUNTS)
    .execute();
  return { total, accounts };
}
