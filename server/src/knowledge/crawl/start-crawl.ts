import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { CRAWL_SITE_JOB } from './job-name.ts';

/**
 * Marks a site as being scraped and queues its crawl, both in the given transaction. A site that is
 * being scraped already gets no second crawl.
 *
 * @returns false when the site is absent.
 */
export async function startCrawl(
  trx: Kysely<Tables>,
  jobs: JobQueue,
  siteId: string,
): Promise<boolean> {
  const site = await trx
    .selectFrom('sites')
    .select('status')
    .where('id', '=', siteId)
    .forUpdate()
    .executeTakeFirst();
  if (site === undefined) return false;
  if (site.status === 'scraping') return true;
  const crawlId = randomUUID();
  await trx.deleteFrom('crawl_visits').where('site_id', '=', siteId).execute();
  await trx
    .updateTable('sites')
    .set({
      status: 'scraping',
      status_reason: null,
      crawl_id: crawlId,
      pages_done: 0,
      pages_found: 0,
    })
    .where('id', '=', siteId)
    .execute();
  await jobs.enqueue(CRAWL_SITE_JOB, { siteId, crawlId }, trx);
  return true;
}
