import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobHandler, JobQueue } from '../../platform/jobs/job-queue.ts';
import { RECRAWL_SITES_JOB } from './job-name.ts';
import { startCrawl } from './start-crawl.ts';

/** At minute 23 of every hour, when few others' jobs begin. */
const HOURLY = '23 * * * *';
const HOUR_MS = 3_600_000;

/**
 * Reads sites again whose newest crawl, good or bad, ended `hours` ago or earlier; it looks for them
 * every hour. With 0 hours it never does. A site that was never scraped waits for its administrator.
 */
export function createRecrawlJob(deps: {
  db: Kysely<Tables>;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
  hours: number;
}): JobHandler {
  const { db, jobs, clock, log, hours } = deps;
  return {
    name: RECRAWL_SITES_JOB,
    ...(hours > 0 && { cron: HOURLY }),
    async handle() {
      if (hours === 0) return;
      const before = new Date(clock.now().getTime() - hours * HOUR_MS);
      const sites = await db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('sites')
          .select('id')
          .where('status', 'in', ['ready', 'error'])
          .where('crawl_ended_at', '<=', before)
          .orderBy('crawl_ended_at')
          // Another process that looks at the same moment starts them already.
          .forUpdate()
          .skipLocked()
          .execute();
        for (const { id } of due) await startCrawl(trx, jobs, id);
        return due.length;
      });
      log.info({ event: 'sites_due', sites });
    },
  };
}
