import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { LogStore } from './log-store.ts';

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
 * sources and feedback, counts of tokens that are older than a month, and names and addresses that were
 * given with a consent: after `retentionDays`, and after `publicConsentDays` when nobody signed in with
 * it. That a user accepted the terms stays as long as the user.
 */
export function createPurgeLogsJob(deps: {
  logs: Pick<LogStore, 'deleteBatch'>;
  consents: { deletePublic(given: { before: Date; unboundBefore: Date }): Promise<number> };
  /** Deletes what is counted of models' use before a day, `YYYY-MM-DD`. */
  deleteUsageBefore: (day: string) => Promise<void>;
  clock: Clock;
  log: Logger;
  retentionDays: number;
  publicConsentDays: number;
}): JobHandler {
  const { logs, consents, clock, log, retentionDays } = deps;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  return {
    name: PURGE_LOGS_JOB,
    cron: NIGHTLY,
    async handle(_, signal) {
      const before = daysAgo(retentionDays);
      let deletedLogs = 0;
      for (;;) {
        signal.throwIfAborted();
        const deleted = await logs.deleteBatch(before, BATCH_ROWS);
        deletedLogs += deleted;
        if (deleted < BATCH_ROWS) break;
      }
      await deps.deleteUsageBefore(daysAgo(USAGE_DAYS).toISOString().slice(0, 10));
      const deletedConsents = await consents.deletePublic({
        before,
        unboundBefore: daysAgo(Math.min(deps.publicConsentDays, retentionDays)),
      });
      log.info({
        event: 'logs_purged',
        logs: deletedLogs,
        consents: deletedConsents,
        before,
      });
    },
  };
}
