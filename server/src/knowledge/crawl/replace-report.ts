import type { Transaction } from 'kysely';
import type { SitePagesTable, Tables } from '../../platform/db/tables.ts';
import type { CrawlResult, PageReport } from './crawled-page.ts';

const ROWS_PER_STATEMENT = 200;

/**
 * Stores what a crawl made of each address, and what changed since the crawl before. A crawl that
 * failed leaves what is searchable as it was, and so the report on it, unless there is none.
 */
export async function replaceReport(
  trx: Transaction<Tables>,
  { siteId, report, failure }: Pick<CrawlResult, 'report' | 'failure'> & { siteId: string },
): Promise<void> {
  const kept = await trx
    .selectFrom('site_pages')
    .select(['url', 'content_hash'])
    .where('site_id', '=', siteId)
    .where('outcome', '=', 'kept')
    .execute();
  if (failure !== undefined && kept.length > 0) return;
  const hashes = new Map(kept.map(({ url, content_hash: hash }) => [url, hash]));
  await trx.deleteFrom('site_pages').where('site_id', '=', siteId).execute();
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
