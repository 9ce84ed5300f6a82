import { LOGS_IN_BROWSER_MAX } from '@pathway/contract/limits';
import type { Logger } from 'pino';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { LogDigestStore } from './digest-store.ts';
import type { LogStore } from './log-store.ts';

/** Digests logs before somebody asks for a summary of them, who would have to wait. */
export const DIGEST_LOGS_JOB = 'digest-logs';

const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Where the browser holds all logs, nobody asks the server for a summary, and there is nothing to do. */
export function createDigestLogsJob(deps: {
  logs: Pick<LogStore, 'exceed'>;
  digests: Pick<LogDigestStore, 'catchUpWithAll'>;
  log: Logger;
}): JobHandler {
  return {
    name: DIGEST_LOGS_JOB,
    cron: EVERY_TEN_MINUTES,
    async handle(_, signal) {
      if (!(await deps.logs.exceed(LOGS_IN_BROWSER_MAX))) return;
      const digested = await deps.digests.catchUpWithAll(signal);
      if (digested > 0) deps.log.info({ event: 'logs_digested', logs: digested });
    },
  };
}
