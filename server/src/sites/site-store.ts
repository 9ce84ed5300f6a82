import type { Site } from '@pathway/contract/sites';
import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { EMBED_PASSAGES_JOB } from '../knowledge/index/index-jobs.ts';
import {
  eraseDeleted,
  keepDeleted,
  listDeleted,
  readDeleted,
} from '../knowledge/index/deleted-source-store.ts';
import {
  type KeptHiding,
  readHidings,
  restoreHidings,
} from '../knowledge/index/hidden-passages.ts';
import {
  maintainTables,
  readSourcePassages,
  replacePassages,
  type TitledPassage,
} from '../knowledge/index/passage-store.ts';
import { recountNext } from '../knowledge/index/recount-words.ts';
import type { Clock } from '../platform/clock.ts';
import type { SitePagesTable, SitesTable, Tables } from '../platform/db/tables.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { CrawlResult, CrawlStep } from './crawl/crawl-result.ts';
import {
  forgetPages,
  forgetVisits,
  listPages,
  readEarlier,
  readReport,
  readSeen,
  replaceReport,
  writeReport,
} from './page-store.ts';

/** Reads a site: payload {@link CrawlPayload}. */
export const CRAWL_SITE_JOB = 'crawl-site';

/** One crawl of a site. Its id makes it another piece of work than the crawl before. */
export type CrawlPayload = { siteId: string; crawlId: string };

/** A site as its crawl found it: a result belongs to this crawl of it and to no other. */
export interface CrawledSite {
  id: string;
  url: string;
  crawlId: string;
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

export type SiteStore = ReturnType<typeof createSiteStore>;

export function createSiteStore(deps: { db: Kysely<Tables>; jobs: JobQueue; clock: Clock }) {
  const { db, jobs, clock } = deps;
  const scraping = (from: Kysely<Tables> = db) =>
    from
      .selectFrom('sites')
      .select(['id', 'url', 'crawl_id as crawlId'])
      .where('status', '=', 'scraping');
  const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
    (await query.executeTakeFirstOrThrow()).count;

  return {
    /** Newest first. */
    async list() {
      const rows = await db
        .selectFrom('sites')
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSite);
    },

    count: () =>
      countOf(db.selectFrom('sites').select(({ fn }) => fn.countAll<number>().as('count'))),

    /** `url` is in its normal form. Returns undefined when the site is in the list already. */
    async add({ url, tags }: { url: string; tags: string[] }) {
      const row = await db
        .insertInto('sites')
        .values({ url, tags, created_at: clock.now() })
        .onConflict((conflict) => conflict.column('url').doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row && toSite(row);
    },

    /** A new address makes the site pending and forgets what was read at the old one. */
    async update(id: string, change: { url: string; tags: string[] }) {
      try {
        return await db.transaction().execute((trx) => update(trx, id, change));
      } catch (error) {
        if (isUniqueViolation(error)) return 'site_duplicate';
        throw error;
      }
    },

    /**
     * Deletes a site with its passages, so that nothing finds or counts them. What was read of it is kept to
     * restore it from. Returns false when it is absent.
     */
    delete: (id: string) =>
      db.transaction().execute(async (trx) => {
        const site = await lockSite(trx, id);
        if (site === undefined) return false;
        const content: DeletedSite = {
          passages: await readSourcePassages(trx, { kind: 'site', id }),
          pages: await readReport(trx, id),
          hidings: await readHidings(trx, { kind: 'site', id }),
          row: await trx
            .deleteFrom('sites')
            .where('id', '=', id)
            .returning(RESTORED_COLUMNS)
            .executeTakeFirstOrThrow(),
        };
        await keepDeleted(
          trx,
          { kind: 'site', id },
          { name: site.url, storageKey: null, content, deletedAt: clock.now() },
        );
        return true;
      }),

    listDeleted: () => listDeleted(db, 'site'),

    /** Puts a deleted site back with what was read of it, searchable at once; no crawl goes on. */
    restore: (id: string) => db.transaction().execute((trx) => restore(trx, jobs, id)),

    /** Erases a deleted site for good. Returns false when it is absent. */
    async erase(id: string) {
      return (await eraseDeleted(db, { kind: 'site', id })) !== undefined;
    },

    /** What the newest crawl made of each address; undefined when the site is absent. */
    async listPages(id: string) {
      const site = db.selectFrom('sites').select('id').where('id', '=', id);
      return (await site.executeTakeFirst()) && listPages(db, id);
    },

    /** How many sites are being read for the first time. */
    countUnread: () =>
      countOf(
        db
          .selectFrom('sites')
          .where('status', '=', 'scraping')
          .where('last_scraped', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),

    /**
     * Marks a site as being scraped and queues its crawl together; one that is being scraped gets no
     * second crawl. Returns false when it is absent.
     */
    startCrawl: (id: string) => db.transaction().execute((trx) => startCrawl(trx, jobs, id)),

    /** Does the same for sites whose newest crawl, good or bad, ended by then. Returns how many. */
    startDueCrawls: (endedBy: Date) =>
      db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('sites')
          .select('id')
          .where('status', 'in', ['ready', 'error'])
          .where('crawl_ended_at', '<=', endedBy)
          .orderBy('crawl_ended_at')
          // Another process that looks at the same moment starts them already.
          .forUpdate()
          .skipLocked()
          .execute();
        for (const { id } of due) await startCrawl(trx, jobs, id);
        return due.length;
      }),

    /** Crawls that nobody finished, to be queued again at start. */
    async listUnfinishedCrawls() {
      const sites = await scraping().orderBy('created_at').execute();
      return sites.map(({ id, crawlId }) => ({ siteId: id, crawlId }));
    },

    /** A site that is being scraped; undefined when it was deleted, moved or already read. */
    findCrawl: (siteId: string) => scraping().where('id', '=', siteId).executeTakeFirst(),

    async isWanted({ id, crawlId }: CrawledSite) {
      const query = scraping().where('id', '=', id).where('crawl_id', '=', crawlId);
      return (await query.executeTakeFirst()) !== undefined;
    },

    /** Pages of the crawl before that can be used again, by address. */
    readEarlier: ({ id }: CrawledSite) => readEarlier(db, id),
    /** What this crawl saw in a process that died, by the address that was asked for. */
    readSeen: ({ id }: CrawledSite) => readSeen(db, id),

    /** Remembers one step of a crawl; does nothing when nobody wants it any more. */
    async recordStep({ id, crawlId }: CrawledSite, { address, visit, done, found }: CrawlStep) {
      // An outage is worth another try, so it is counted but not remembered.
      const isOutage = visit.kind === 'skipped' && visit.isOutage === true;
      await sql`
        with crawled as (
          update sites set pages_done = ${done}, pages_found = ${found}
          where id = ${id} and crawl_id = ${crawlId} and status = 'scraping' returning id)
        insert into crawl_visits (site_id, url, visit)
        select id, ${address}, ${JSON.stringify(visit)} from crawled where not ${isOutage}
        on conflict do nothing`.execute(db);
    },

    /**
     * Makes the result searchable, or keeps what there was when nothing could be read, and gives the
     * site its status, all in one transaction. Returns false, changing nothing, when the site was
     * deleted or moved meanwhile.
     */
    async finishCrawl({ id, crawlId }: CrawledSite, result: CrawlResult) {
      const isStored = await db.transaction().execute(async (trx) => {
        const locked = scraping(trx).where('id', '=', id).where('crawl_id', '=', crawlId);
        if ((await locked.forUpdate().executeTakeFirst()) === undefined) return false;
        const now = clock.now();
        const { failure: status_reason, passages } = result;
        await replaceReport(trx, id, result);
        const outcome =
          status_reason === undefined
            ? {
                ...(await replacePassages(trx, { kind: 'site', id }, passages)),
                status: 'ready',
                status_reason: null,
                last_scraped: now,
              }
            : { status: 'error', status_reason };
        await trx
          .updateTable('sites')
          .set({ crawl_ended_at: now, ...outcome })
          .where('id', '=', id)
          .execute();
        await forgetVisits(trx, id);
        if (status_reason === undefined) {
          await jobs.enqueue(EMBED_PASSAGES_JOB, { siteId: id }, trx);
        }
        return true;
      });
      if (isStored) await maintainTables(db);
      return isStored;
    },

    /** As `RecountedSources` asks for it. */
    recountNext: () => recountNext(db, 'sites'),
  };
}

/** What a restored site keeps of its row. */
const RESTORED_COLUMNS = [
  'id',
  'url',
  'tags',
  'status',
  'status_reason',
  'last_scraped',
  'crawl_ended_at',
  'created_at',
] as const;

/** A deleted site, as it is kept. */
interface DeletedSite {
  row: Pick<Selectable<SitesTable>, (typeof RESTORED_COLUMNS)[number]>;
  passages: TitledPassage[];
  pages: Selectable<SitePagesTable>[];
  hidings: KeptHiding[];
}

async function restore(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  id: string,
): Promise<'restored' | 'not_found' | 'site_duplicate'> {
  // What is refused stays deleted, so it is looked at before it is taken.
  const kept = (await readDeleted(trx, { kind: 'site', id })) as DeletedSite | undefined;
  if (kept === undefined) return 'not_found';
  const { row, passages, pages, hidings } = kept;
  const restored = await trx
    .insertInto('sites')
    .values({ ...row, status: restoredStatus(row) })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (restored === undefined) return 'site_duplicate';
  await eraseDeleted(trx, { kind: 'site', id });
  await writeReport(trx, pages);
  await restoreHidings(trx, { kind: 'site', id }, hidings);
  const counts = await replacePassages(trx, { kind: 'site', id }, passages);
  await trx.updateTable('sites').set(counts).where('id', '=', id).execute();
  if (passages.length > 0) await jobs.enqueue(EMBED_PASSAGES_JOB, { siteId: id }, trx);
  return 'restored';
}

/** A crawl that was under way ended with its site. */
function restoredStatus({ status, last_scraped }: DeletedSite['row']): string {
  if (status !== 'scraping') return status;
  return last_scraped === null ? 'pending' : 'ready';
}

async function update(
  trx: Transaction<Tables>,
  id: string,
  { url, tags }: { url: string; tags: string[] },
): Promise<Site | 'not_found'> {
  const site = await lockSite(trx, id);
  if (site === undefined) return 'not_found';
  const row = await trx
    .updateTable('sites')
    .set({ url, tags, ...(site.url !== url && (await forget(trx, id))) })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toSite(row);
}

/** Deletes what was read of a site. @returns its row's columns as they were before its first crawl. */
async function forget(trx: Transaction<Tables>, id: string) {
  await forgetPages(trx, id);
  await forgetVisits(trx, id);
  return {
    ...(await replacePassages(trx, { kind: 'site', id }, [])),
    status: 'pending',
    status_reason: null,
    last_scraped: null,
    crawl_ended_at: null,
    // Whoever crawls the old address writes nothing more.
    crawl_id: randomUUID(),
  };
}

async function startCrawl(
  trx: Transaction<Tables>,
  jobs: JobQueue,
  siteId: string,
): Promise<boolean> {
  const site = await lockSite(trx, siteId);
  if (site === undefined) return false;
  if (site.status === 'scraping') return true;
  const crawlId = randomUUID();
  await forgetVisits(trx, siteId);
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

function lockSite(trx: Transaction<Tables>, id: string) {
  return trx
    .selectFrom('sites')
    .select(['url', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
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
