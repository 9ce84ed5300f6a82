import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';

/** Deletes the logs that are older than they may be. */
export const PURGE_LOGS_JOB = 'purge-logs';

const NIGHTLY = '41 3 * * *';
const DAY_MS = 86_400_000;
/** Budgets look at today alone; a month is enough for whoever wonders what a model costs. */
const USAGE_DAYS = 31;
/** Deleted at a time, so that questions asked meanwhile need not wait. */
const BATCH_ROWS = 2_000;

/**
 * Deletes every night the questions that were asked more than `retentionDays` ago, with their answers,
 * sources and feedback, and counts of tokens that are older than a month.
 */
export function createPurgeLogsJob(deps: {
  db: Kysely<Tables>;
  clock: Clock;
  log: Logger;
  retentionDays: number;
}): JobHandler {
  const { db, clock, log, retentionDays } = deps;
  return {
    name: PURGE_LOGS_JOB,
    cron: NIGHTLY,
    async handle(_, signal) {
      const before = new Date(clock.now().getTime() - retentionDays * DAY_MS);
      let logs = 0;
      for (;;) {
        signal.throwIfAborted();
        const deleted = await deleteBatch(db, before);
        logs += deleted;
        if (deleted < BATCH_ROWS) break;
      }
      await purgeUsage(db, new Date(clock.now().getTime() - USAGE_DAYS * DAY_MS));
      log.info({ event: 'logs_purged', logs, before });
    },
  };
}

/** One row a person and day: few enough for one statement. */
async function purgeUsage(db: Kysely<Tables>, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 10);
  await db.deleteFrom('model_usage').where('day', '<', day).execute();
}

async function deleteBatch(db: Kysely<Tables>, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from chat_logs where id in (
      select id from chat_logs where created_at < ${before.toISOString()}::timestamptz
      limit ${BATCH_ROWS} for update skip locked)
    returning id`.execute(db);
  return rows.length;
}
