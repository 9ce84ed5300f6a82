import type { Site, SitePage } from '@pathway/contract/sites';
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { startCrawl } from '../../knowledge/crawl/start-crawl.ts';
import { replacePassages } from '../../knowledge/index/replace-passages.ts';
import type { SitesTable, Tables } from '../../platform/db/tables.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';

export interface SiteStore {
  /** Newest first. */
  list(): Promise<Site[]>;
  count(): Promise<number>;
  /** `url` is in its normal form. Answers undefined when the site is in the list already. */
  add(site: { url: string; tags: string[]; createdAt: Date }): Promise<Site | undefined>;
  /** A new address makes the site pending and forgets what was read at the old one. */
  update(
    id: string,
    change: { url: string; tags: string[] },
  ): Promise<Site | 'not_found' | 'site_duplicate'>;
  /** Deletes a site with its passages; answers false when it is absent. */
  delete(id: string): Promise<boolean>;
  /**
   * Marks a site as being scraped and queues its crawl together; one that is being scraped gets no
   * second crawl. Answers false when it is absent.
   */
  startScraping(id: string, jobs: JobQueue): Promise<boolean>;
  /** What the newest scrape made of each address; undefined when the site is absent. */
  listPages(id: string): Promise<SitePage[] | undefined>;
}

const COLUMNS = [
  'id',
  'url',
  'tags',
  'status',
  'status_reason',
  'pages_done',
  'pages_found',
  'last_scraped',
] as const;

export function createSiteStore(db: Kysely<Tables>): SiteStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('sites')
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSite);
    },

    async count() {
      const { count } = await db
        .selectFrom('sites')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    async add({ url, tags, createdAt }) {
      const row = await db
        .insertInto('sites')
        .values({ url, tags, created_at: createdAt })
        .onConflict((conflict) => conflict.column('url').doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row && toSite(row);
    },

    async update(id, change) {
      try {
        return await db.transaction().execute((trx) => update(trx, id, change));
      } catch (error) {
        if (isUniqueViolation(error)) return 'site_duplicate';
        throw error;
      }
    },

    async delete(id) {
      const row = await db
        .deleteFrom('sites')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    startScraping: (id, jobs) => db.transaction().execute((trx) => startCrawl(trx, jobs, id)),

    async listPages(id) {
      const site = db.selectFrom('sites').select('id').where('id', '=', id);
      if ((await site.executeTakeFirst()) === undefined) return undefined;
      return db
        .selectFrom('site_pages')
        .select(['url', 'outcome', 'reason', 'change'])
        .where('site_id', '=', id)
        .orderBy('outcome')
        .orderBy('url')
        .execute();
    },
  };
}

async function update(
  trx: Transaction<Tables>,
  id: string,
  { url, tags }: { url: string; tags: string[] },
): Promise<Site | 'not_found'> {
  const site = await trx
    .selectFrom('sites')
    .select('url')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (site === undefined) return 'not_found';
  const isMoved = site.url !== url;
  const row = await trx
    .updateTable('sites')
    .set({
      url,
      tags,
      ...(isMoved && {
        status: 'pending',
        status_reason: null,
        last_scraped: null,
        crawl_ended_at: null,
        // Whoever crawls the old address writes nothing more.
        crawl_id: randomUUID(),
      }),
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (isMoved) {
    await replacePassages(trx, { kind: 'site', id }, []);
    await trx.deleteFrom('site_pages').where('site_id', '=', id).execute();
    await trx.deleteFrom('crawl_visits').where('site_id', '=', id).execute();
  }
  return toSite(row);
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}

function toSite(row: Pick<Selectable<SitesTable>, (typeof COLUMNS)[number]>): Site {
  const { id, url, tags, status } = row;
  return {
    id,
    url,
    tags,
    status,
    last_scraped: row.last_scraped?.toISOString() ?? null,
    ...(row.status_reason !== null && { reason: row.status_reason }),
    ...(status === 'scraping' && { progress: { done: row.pages_done, found: row.pages_found } }),
  };
}
