import { sql, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { replacePassages, type TitledPassage } from '../index/replace-passages.ts';
import { tendTables } from '../index/tend-tables.ts';
import { EMBED_PASSAGES_JOB } from '../ingest/job-names.ts';
import type { CrawlStep } from './crawl-task.ts';
import type { CrawlResult, EarlierPage, Visit } from './crawled-page.ts';
import type { CrawlPayload } from './job-name.ts';
import { replaceReport } from './replace-report.ts';

/** A site as its crawl found it: a result belongs to this crawl of it and to no other. */
export interface CrawledSite {
  id: string;
  url: string;
  crawlId: string;
}

/** The database as the crawler uses it. */
export interface CrawlStore {
  /** A site that is being scraped; undefined when it was deleted, moved or already read. */
  find(siteId: string): Promise<CrawledSite | undefined>;
  isWanted(site: CrawledSite): Promise<boolean>;
  /** Pages of the crawl before that can be used again, by address. */
  readEarlier(site: CrawledSite): Promise<Map<string, EarlierPage>>;
  /** What this crawl saw in a process that died, by the address that was asked for. */
  readSeen(site: CrawledSite): Promise<Map<string, Visit>>;
  /** Remembers one step of a crawl; does nothing when nobody wants it any more. */
  recordStep(site: CrawledSite, step: CrawlStep): Promise<void>;
  /**
   * Makes the result searchable, or keeps what there was when nothing could be read, and gives the
   * site its status, all in one transaction. Answers false, changing nothing, when the site was
   * deleted or moved meanwhile.
   */
  finish(site: CrawledSite, result: CrawlResult): Promise<boolean>;
  /** Crawls that nobody finished, to be queued again at start. */
  listUnfinished(): Promise<CrawlPayload[]>;
}

export function createCrawlStore(deps: {
  db: Kysely<Tables>;
  jobs: JobQueue;
  clock: Clock;
}): CrawlStore {
  const { db, jobs, clock } = deps;
  const scraping = () =>
    db
      .selectFrom('sites')
      .select(['id', 'url', 'crawl_id as crawlId'])
      .where('status', '=', 'scraping');
  return {
    find: (siteId) => scraping().where('id', '=', siteId).executeTakeFirst(),

    async isWanted({ id, crawlId }) {
      const query = scraping().where('id', '=', id).where('crawl_id', '=', crawlId);
      return (await query.executeTakeFirst()) !== undefined;
    },

    readEarlier: ({ id }) => readEarlier(db, id),

    async readSeen({ id }) {
      const rows = await db
        .selectFrom('crawl_visits')
        .select(['url', 'visit'])
        .where('site_id', '=', id)
        .execute();
      return new Map(rows.map(({ url, visit }) => [url, JSON.parse(visit) as Visit]));
    },

    recordStep: (site, step) => recordStep(db, site, step),

    async finish(site, result) {
      const isStored = await db.transaction().execute(async (trx) => {
        if (!(await lock(trx, site))) return false;
        const { id } = site;
        const now = clock.now();
        const hasFailed = result.failure !== undefined;
        await replaceReport(trx, { siteId: id, ...result });
        if (!hasFailed) {
          await replacePassages(trx, { kind: 'site', id }, result.passages);
          await jobs.enqueue(EMBED_PASSAGES_JOB, { siteId: id }, trx);
        }
        await trx
          .updateTable('sites')
          .set({
            crawl_ended_at: now,
            ...(hasFailed
              ? { status: 'error', status_reason: result.failure }
              : { status: 'ready', status_reason: null, last_scraped: now }),
          })
          .where('id', '=', id)
          .execute();
        await trx.deleteFrom('crawl_visits').where('site_id', '=', id).execute();
        return true;
      });
      if (isStored) await tendTables(db);
      return isStored;
    },

    async listUnfinished() {
      const sites = await scraping().orderBy('created_at').execute();
      return sites.map(({ id, crawlId }) => ({ siteId: id, crawlId }));
    },
  };
}

async function lock(trx: Transaction<Tables>, { id, crawlId }: CrawledSite): Promise<boolean> {
  const row = await trx
    .selectFrom('sites')
    .select('id')
    .where('id', '=', id)
    .where('crawl_id', '=', crawlId)
    .where('status', '=', 'scraping')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** An outage is worth another try, so it is counted but not remembered. */
async function recordStep(
  db: Kysely<Tables>,
  { id, crawlId }: CrawledSite,
  { address, visit, done, found }: CrawlStep,
): Promise<void> {
  const isOutage = visit.kind === 'skipped' && visit.isOutage === true;
  await sql`
    with crawled as (
      update sites set pages_done = ${done}, pages_found = ${found}
      where id = ${id} and crawl_id = ${crawlId} and status = 'scraping' returning id)
    insert into crawl_visits (site_id, url, visit)
    select id, ${address}, ${JSON.stringify(visit)} from crawled where not ${isOutage}
    on conflict do nothing`.execute(db);
}

async function readEarlier(db: Kysely<Tables>, siteId: string): Promise<Map<string, EarlierPage>> {
  const pages = await db
    .selectFrom('site_pages')
    .select(['url', 'content_hash', 'etag', 'last_modified', 'outlinks'])
    .where('site_id', '=', siteId)
    .where('outcome', '=', 'kept')
    .where(({ or, eb }) => or([eb('etag', 'is not', null), eb('last_modified', 'is not', null)]))
    .execute();
  const stored = await db
    .selectFrom('passages')
    .select(['url', 'title', 'heading_path', 'text'])
    .where('site_id', '=', siteId)
    .orderBy('ordinal')
    .execute();
  const passages = Map.groupBy(stored, ({ url }) => url ?? '');
  return new Map(
    pages.flatMap((page) => {
      const own = (passages.get(page.url) ?? []).map(
        ({ heading_path: headingPath, ...passage }, ordinal): TitledPassage => ({
          ...passage,
          headingPath,
          ordinal,
          page: null,
          pageLabel: null,
        }),
      );
      if (own.length === 0) return [];
      const { etag, last_modified: lastModified, outlinks } = page;
      const state = { contentHash: page.content_hash ?? '', etag, lastModified, outlinks };
      return [[page.url, { ...state, passages: own }] as const];
    }),
  );
}
