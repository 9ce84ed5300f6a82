/**
 * Kills the server with SIGKILL in the middle of reading a site of 40 pages, once while a page is on
 * its way and once between two pages. `node bench/crash/run-crawl.ts` takes about a minute, because
 * the crawler waits a second between two requests; exits with 1 when the site does not end `ready`
 * with every page once, or when a page that was read before a kill is asked for again.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpClient, signUpOverHttp } from '../../e2e/support/http-client.ts';
import { prepareData } from '../../e2e/support/prepare-data.ts';
import { startLayeredSite } from './layered-site.ts';
import { startServer } from './running-server.ts';
import {
  countPassagesByPage,
  readPages,
  readSite,
  waitForEnd,
  waitForProgress,
} from './watched-crawl.ts';
import { findFreePort } from '../../e2e/support/find-free-port.ts';

const port = await findFreePort();
const dataDir = await mkdtemp(join(tmpdir(), 'crash-crawl-'));
await cp(await prepareData(), dataDir, { recursive: true });
const site = await startLayeredSite();
const environment = { SITE_ALLOW: site.host, EMBEDDING_MODEL: 'none' };
const start = () => startServer(dataDir, port, environment);
const faults: string[] = [];
try {
  let server = await start();
  const client = await signUpOverHttp(server, { email: 'crash@example.org' });
  await client.acceptTerms();
  const siteId = await scrape(client, `${site.origin}/`);

  await site.holdPage(14);
  await server.kill();
  server = await start();
  await expectProgress(client, 13);

  await waitForProgress(client, 28);
  await server.kill();
  server = await start();
  await expectProgress(client, 28);

  const ended = await waitForEnd(client);
  const pages = await readPages(client, siteId);
  await server.kill();
  const passages = await countPassagesByPage({ DATA_DIR: dataDir, ...environment });
  check(
    'its status',
    [ended.status, ended.reason, ended.progress],
    ['ready', undefined, undefined],
  );
  check('pages kept', kept(pages), site.pages);
  check('pages with passages', Object.keys(passages).toSorted(), site.pages);
  check('passages of each page', [...new Set(Object.values(passages))], [1]);
  // The page that was on its way at the first kill, and no other.
  check('pages asked for twice', site.askedTwice(), [site.heldPage()]);
  check('pages asked for', site.asked(), site.pages.length + 1);
  for (const fault of faults) console.log(fault);
  console.log(
    `2 kills: ${site.pages.length} pages, ${site.askedTwice().length} asked for twice, ` +
      `${Object.keys(passages).length} searchable, the site is ${ended.status}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function scrape(client: HttpClient, url: string): Promise<string> {
  const added = await client.call('POST', '/api/admin/sites', { url, tags: [] });
  const { site: row } = (await added.json()) as { site: { id: string } };
  await client.call('POST', `/api/admin/sites/${row.id}/scrape`);
  return row.id;
}

/** After a start the site is still being read, and what was read counts. */
async function expectProgress(client: HttpClient, done: number): Promise<void> {
  const { status, progress } = await readSite(client);
  const isKept = (progress?.done ?? 0) >= done;
  check(`after ${done} pages`, [status, isKept], ['scraping', true]);
}

function kept(pages: Awaited<ReturnType<typeof readPages>>): string[] {
  return pages
    .filter(({ outcome }) => outcome === 'kept')
    .map(({ url }) => url)
    .toSorted();
}

function check(what: string, is: unknown, shouldBe: unknown): void {
  const [found, wanted] = [JSON.stringify(is), JSON.stringify(shouldBe)];
  if (found !== wanted) faults.push(`${what}: ${found} instead of ${wanted}`);
}
