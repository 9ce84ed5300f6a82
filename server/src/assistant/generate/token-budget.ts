import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Tokens that models may use in a day of UTC. */
export interface TokenLimits {
  perUserPerDay: number;
  perDay: number;
}

/** Counts what people's questions cost. Only numbers are kept. */
export interface TokenBudget {
  /** Whether the person, and everybody together, have tokens left today. */
  hasRoom(userId: string): Promise<boolean>;
  /** Adds what a call used, the last one of a day in full. */
  spend(userId: string, tokens: number): Promise<void>;
}

export function createTokenBudget(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  { perUserPerDay, perDay }: TokenLimits,
): TokenBudget {
  const today = () => clock.now().toISOString().slice(0, 10);
  return {
    async hasRoom(userId) {
      const { own, all } = await db
        .selectFrom('model_usage')
        .where('day', '=', today())
        .select([
          sql<string>`coalesce(sum(tokens) filter (where user_id = ${userId}), 0)`.as('own'),
          sql<string>`coalesce(sum(tokens), 0)`.as('all'),
        ])
        .executeTakeFirstOrThrow();
      return Number(own) < perUserPerDay && Number(all) < perDay;
    },
    async spend(userId, tokens) {
      await db
        .insertInto('model_usage')
        .values({ user_id: userId, day: today(), tokens })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'day'])
            .doUpdateSet({ tokens: sql`model_usage.tokens + excluded.tokens` }),
        )
        .execute();
    },
  };
}

/** Deletes what was counted before a day, `YYYY-MM-DD`. One row a person and day: few enough for one statement. */
export async function deleteUsageBefore(db: Kysely<Tables>, day: string): Promise<void> {
  await db.deleteFrom('model_usage').where('day', '<', day).execute();
}
