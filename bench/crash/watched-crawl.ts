import type { Site, SitePage } from '@pathway/contract/sites';
import type { HttpClient } from '../../e2e/support/http-client.ts';
import { readConfig } from '../../server/src/config.ts';
import { openContext } from '../../server/src/context.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';

const END_LIMIT_MS = 120_000;
const POLL_MS = 100;

/** The only site of the list, as an administrator sees it. */
export async function readSite(client: HttpClient): Promise<Site> {
  const reply = await client.call('GET', '/api/admin/sites');
  const { sites } = (await reply.json()) as { sites: Site[] };
  const [site] = sites;
  if (site === undefined) throw new Error('There is no site.');
  return site;
}

/** What the newest crawl made of each address. */
export async function readPages(client: HttpClient, siteId: string): Promise<SitePage[]> {
  const reply = await client.call('GET', `/api/admin/sites/${siteId}/pages`);
  return ((await reply.json()) as { pages: SitePage[] }).pages;
}

/** Resolves when so many pages have been read. */
export async function waitForProgress(client: HttpClient, done: number): Promise<void> {
  const deadline = performance.now() + END_LIMIT_MS;
  while (((await readSite(client)).progress?.done ?? 0) < done) {
    if (performance.now() > deadline) throw new Error(`Page ${done} was not reached.`);
    await pause();
  }
}

/** The site once it is no longer being read, or as it stands when that takes too long. */
export async function waitForEnd(client: HttpClient): Promise<Site> {
  const deadline = performance.now() + END_LIMIT_MS;
  for (;;) {
    const site = await readSite(client);
    if (site.status !== 'scraping' || performance.now() > deadline) return site;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** How many passages each page of a site has, in a data directory that no server holds. */
export async function countPassagesByPage(
  environment: Record<string, string>,
): Promise<Record<string, number>> {
  const context = await openContext(readConfig(environment), createLogger('fatal'));
  try {
    const rows = await context.database.db
      .selectFrom('passages')
      .select(({ fn }) => ['url', fn.countAll<number>().as('count')])
      .where('site_id', 'is not', null)
      .groupBy('url')
      .orderBy('url')
      .execute();
    return Object.fromEntries(rows.map(({ url, count }) => [url ?? '', count]));
  } finally {
    await context.close();
  }
}
