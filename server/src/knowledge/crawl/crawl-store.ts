import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { replacePassages, type TitledPassage } from '../index/replace-passages.ts';
import { EMBED_PASSAGES_JOB } from '../ingest/job-names.ts';
import type { CrawlResult, EarlierPage, PageReport } from './crawled-page.ts';

/** A site as the crawl found it: a result belongs to this address and to no other. */
export interface CrawledSite {
  id: string;
  url: string;
}

/** The database as the crawler uses it. */
export interface CrawlStore {
  /** A site that is being scraped; undefined when it was deleted, moved or already read. */
  find(siteId: string): Promise<CrawledSite | undefined>;
  isWanted(site: CrawledSite): Promise<boolean>;
  /** Pages of the crawl before that can be used again, by address. */
  readEarlier(site: CrawledSite): Promise<Map<string, EarlierPage>>;
  /**
   * Makes the result searchable, or keeps what there was when nothing could be read, and gives the
   * site its status, all in one transaction. Answers false, changing nothing, when the site was
   * deleted or moved meanwhile.
   */
  finish(site: CrawledSite, result: CrawlResult): Promise<boolean>;
  /** Ids of sites whose crawl nobody finished, to be queued again at start. */
  listUnfinished(): Promise<string[]>;
}

const ROWS_PER_STATEMENT = 200;

export function createCrawlStore(deps: {
  db: Kysely<Tables>;
  jobs: JobQueue;
  clock: Clock;
}): CrawlStore {
  const { db, jobs, clock } = deps;
  const scraping = () =>
    db.selectFrom('sites').select(['id', 'url']).where('status', '=', 'scraping');
  return {
    find: (siteId) => scraping().where('id', '=', siteId).executeTakeFirst(),

    async isWanted({ id, url }) {
      const query = scraping().where('id', '=', id).where('url', '=', url);
      return (await query.executeTakeFirst()) !== undefined;
    },

    readEarlier: ({ id }) => readEarlier(db, id),

    finish: (site, result) =>
      db.transaction().execute(async (trx) => {
        if (!(await lock(trx, site))) return false;
        await replaceReport(trx, site.id, result.report);
        if (result.failure === undefined) {
          await replacePassages(trx, { kind: 'site', id: site.id }, result.passages);
          await jobs.enqueue(EMBED_PASSAGES_JOB, {}, trx);
        }
        await trx
          .updateTable('sites')
          .set(
            result.failure === undefined
              ? { status: 'ready', status_reason: null, last_scraped: clock.now() }
              : { status: 'error', status_reason: result.failure },
          )
          .where('id', '=', site.id)
          .execute();
        return true;
      }),

    async listUnfinished() {
      return (await scraping().orderBy('created_at').execute()).map(({ id }) => id);
    },
  };
}

async function lock(trx: Transaction<Tables>, { id, url }: CrawledSite): Promise<boolean> {
  const row = await trx
    .selectFrom('sites')
    .select('id')
    .where('id', '=', id)
    .where('url', '=', url)
    .where('status', '=', 'scraping')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function replaceReport(
  trx: Transaction<Tables>,
  siteId: string,
  report: readonly PageReport[],
): Promise<void> {
  await trx.deleteFrom('site_pages').where('site_id', '=', siteId).execute();
  // An address can be met twice, skipped and then kept; what was kept is what counts.
  const ordered = report.toSorted((a, b) => (a.outcome < b.outcome ? 1 : -1));
  const rows = [...new Map(ordered.map((page) => [page.url, page])).values()].map((page) => ({
    site_id: siteId,
    url: page.url,
    outcome: page.outcome,
    ...(page.outcome === 'skipped'
      ? { reason: page.reason, outlinks: [] }
      : {
          content_hash: page.contentHash,
          etag: page.etag,
          last_modified: page.lastModified,
          outlinks: page.outlinks,
        }),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
    await trx.insertInto('site_pages').values(batch).execute();
  }
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
