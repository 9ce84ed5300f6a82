import type { SitePage } from '@pathway/contract/sites';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { readSourcePassages } from '../knowledge/index/passage-store.ts';
import type { SitePagesTable, Tables } from '../platform/db/tables.ts';
import type { CrawlResult, EarlierPage, PageReport, Visit } from './crawl/crawl-result.ts';

const ROWS_PER_STATEMENT = 200;

/** What the newest crawl made of each address of a site, pages kept first. */
export function listPages(db: Kysely<Tables>, siteId: string): Promise<SitePage[]> {
  return db
    .selectFrom('site_pages')
    .select(['url', 'outcome', 'reason', 'change'])
    .where('site_id', '=', siteId)
    .orderBy('outcome')
    .orderBy('url')
    .execute();
}

/** Pages of a site that its server can report as unchanged, with what is searchable of them, by address. */
export async function readEarlier(
  db: Kysely<Tables>,
  siteId: string,
): Promise<Map<string, EarlierPage>> {
  const pages = await db
    .selectFrom('site_pages')
    .select(['url', 'content_hash', 'etag', 'last_modified', 'outlinks'])
    .where('site_id', '=', siteId)
    .where('outcome', '=', 'kept')
    .where(({ or, eb }) => or([eb('etag', 'is not', null), eb('last_modified', 'is not', null)]))
    .execute();
  const passagesByUrl = Map.groupBy(
    await readSourcePassages(db, { kind: 'site', id: siteId }),
    ({ url }) => url ?? '',
  );
  return new Map(
    pages.flatMap(({ url, content_hash, last_modified: lastModified, etag, outlinks }) => {
      const passages = (passagesByUrl.get(url) ?? []).map((passage, ordinal) => ({
        ...passage,
        ordinal,
      }));
      const contentHash = content_hash ?? '';
      const page = { contentHash, etag, lastModified, outlinks, passages };
      return passages.length === 0 ? [] : [[url, page] as const];
    }),
  );
}

/** The whole report on the newest crawl of a site, as {@link writeReport} puts it back. */
export function readReport(
  db: Kysely<Tables>,
  siteId: string,
): Promise<Selectable<SitePagesTable>[]> {
  return db.selectFrom('site_pages').selectAll().where('site_id', '=', siteId).execute();
}

/** What a crawl under way has seen, by the address that was asked for. */
export async function readSeen(db: Kysely<Tables>, siteId: string): Promise<Map<string, Visit>> {
  const rows = await db
    .selectFrom('crawl_visits')
    .select(['url', 'visit'])
    .where('site_id', '=', siteId)
    .execute();
  return new Map(rows.map(({ url, visit }) => [url, JSON.parse(visit) as Visit]));
}

/** Deletes what a crawl under way has seen. */
export async function forgetVisits(trx: Transaction<Tables>, siteId: string): Promise<void> {
  await trx.deleteFrom('crawl_visits').where('site_id', '=', siteId).execute();
}

/** Deletes what the newest crawl made of each address. */
export async function forgetPages(trx: Transaction<Tables>, siteId: string): Promise<void> {
  await trx.deleteFrom('site_pages').where('site_id', '=', siteId).execute();
}

/**
 * Stores what a crawl made of each address, and what changed since the crawl before. A crawl that
 * failed leaves what is searchable as it was, and so the report on it, unless there is none.
 */
export async function replaceReport(
  trx: Transaction<Tables>,
  siteId: string,
  { report, failure }: CrawlResult,
): Promise<void> {
  const kept = await trx
    .selectFrom('site_pages')
    .select(['url', 'content_hash'])
    .where('site_id', '=', siteId)
    .where('outcome', '=', 'kept')
    .execute();
  if (failure !== undefined && kept.length > 0) return;
  const hashes = new Map(kept.map(({ url, content_hash: hash }) => [url, hash]));
  await forgetPages(trx, siteId);
  const rows = onePerAddress(report).map((page) => ({
    site_id: siteId,
    url: page.url,
    outcome: page.outcome,
    change: describeChange(page, hashes),
    ...(page.outcome === 'skipped'
      ? { reason: page.reason, outlinks: [] }
      : {
          content_hash: page.contentHash,
          etag: page.etag,
          last_modified: page.lastModified,
          outlinks: page.outlinks,
        }),
  }));
  await writeReport(trx, rows);
}

/** Stores the rows of a report. */
export async function writeReport(
  trx: Transaction<Tables>,
  rows: readonly Insertable<SitePagesTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
    await trx.insertInto('site_pages').values(batch).execute();
  }
}

/** An address can be met twice, skipped and then kept; what was kept is what counts. */
function onePerAddress(report: readonly PageReport[]): PageReport[] {
  const ordered = report.toSorted((a, b) => (a.outcome < b.outcome ? 1 : -1));
  return [...new Map(ordered.map((page) => [page.url, page])).values()];
}

function describeChange(
  page: PageReport,
  before: ReadonlyMap<string, string | null>,
): SitePagesTable['change'] {
  if (page.outcome === 'skipped') return before.has(page.url) ? 'gone' : null;
  if (!before.has(page.url)) return 'new';
  return before.get(page.url) === page.contentHash ? 'unchanged' : 'changed';
}
