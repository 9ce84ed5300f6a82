import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createCrawlJob } from './crawl-job.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import { createCrawlStore } from './crawl-store.ts';
import type { CrawlTimer } from './fetch/create-pace.ts';
import { createPageReader } from './page/create-page-reader.ts';
import type { PageReader } from './page/create-page-reader.ts';
import { readPage } from './page/read-page.ts';
import {
  html,
  page,
  SENTENCE,
  startTrapSite,
  status,
  trapAnswers,
  type TrapSite,
} from './testing/start-trap-site.ts';

const log = pino({ level: 'silent' });
const clock = createTestClock(new Date('2026-11-20T12:00:00Z'));
const { signal } = new AbortController();
/** Reads in this process: what a child of its own adds is shown once below. */
const readHere: PageReader = async ({ kind, bytes }) => ({
  ok: true,
  document: readPage(kind, bytes),
});

/** A timer that only counts what it was asked to wait. */
function createCountingTimer(): CrawlTimer & { waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    now: () => now,
    async sleep(ms, stop) {
      stop.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
  };
}

describe.each(TEST_ENGINES)('reading a site on %s', (engine) => {
  let database: Database;
  let site: TrapSite;
  let canary: TrapSite;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('sites').execute();
    canary = await startTrapSite({ '/*': page('Secret') });
    site = await startTrapSite(trapAnswers(canary.origin));
  });
  afterEach(async () => {
    await site.close();
    await canary.close();
  });
  afterAll(() => database.close());

  async function addSite(url = `${site.origin}/`): Promise<string> {
    const { id } = await database.db
      .insertInto('sites')
      .values({ url, status: 'scraping', created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  function createJob(
    given: { limits?: Partial<CrawlLimits>; readPage?: PageReader; allowed?: string[] } = {},
  ) {
    const jobs = createRecordingJobQueue();
    const timer = createCountingTimer();
    const store = createCrawlStore({ db: database.db, jobs, clock });
    const job = createCrawlJob({
      store,
      log,
      timer,
      allowed: new Set(given.allowed ?? [site.host]),
      readPage: given.readPage ?? readHere,
      limits: { requestMs: 700, ...given.limits },
    });
    return {
      jobs,
      timer,
      store,
      crawl: (siteId: string, stop = signal) => job.handle({ siteId }, stop),
    };
  }

  const readSite = () => database.db.selectFrom('sites').selectAll().executeTakeFirst();
  const readTexts = async () =>
    await database.db.selectFrom('passages').selectAll().orderBy('ordinal').execute();
  async function readReport(): Promise<Record<string, string>> {
    const rows = await database.db.selectFrom('site_pages').selectAll().execute();
    return Object.fromEntries(
      rows.map(({ url, outcome, reason }) => [url.replace(site.origin, ''), reason ?? outcome]),
    );
  }

  test('[SITE-11] a site full of traps is read politely and ends ready, and nothing else is asked', async () => {
    // The canary may be connected to here, so that only the crawler's own rules keep it from there.
    const { crawl, jobs, timer } = createJob({ allowed: [site.host, canary.host] });
    await crawl(await addSite());

    expect(await readSite()).toMatchObject({
      status: 'ready',
      status_reason: null,
      last_scraped: clock.now(),
    });
    const report = await readReport();
    expect(report).toMatchObject({
      '/': 'kept',
      '/courses?a=1&b=2': 'kept',
      '/copy': 'same as another page',
      '/canonical?print=1': 'same as another page',
      '/deep/1': 'kept',
      '/deep/2': 'kept',
      '/private/list': 'excluded by robots.txt',
      '/inward': 'leads to another site',
      '/inward-chain': 'leads to another site',
      '/loop': 'too many redirects',
      '/bomb': 'too large',
      '/huge': 'too large',
      '/drip': 'took too long',
      '/latin': 'kept',
      '/picture': 'not a web page',
      '/missing': 'answered 404',
      '/hidden': 'kept',
      '/noindex': 'asks not to be indexed',
      '/behind-noindex': 'kept',
      '/plain.txt': 'kept',
      '/only-in-sitemap?x=1&y=2': 'kept',
      '/calendar/2026-01-2': 'kept',
      '/calendar/2026-01-26': 'too many addresses of this kind',
    });
    // Four links from the start page, a file that is no text, and what belongs to others.
    for (const path of ['/deep/3', '/brochure.pdf']) expect(report).not.toHaveProperty([path]);
    expect(site.requests).not.toContain('/private/list');
    expect(site.requests.filter((path) => path.startsWith('/calendar/'))).toHaveLength(25);
    expect(canary.requests).toEqual([]);

    // One second between any two requests.
    expect(timer.waits.length).toBe(site.requests.length - 1);
    expect(timer.waits.every((ms) => ms === 1_000)).toBe(true);
    expect(jobs.jobs).toEqual([{ name: 'embed-passages', payload: {} }]);
  });

  test('[SITE-11] links and redirects to addresses that are not public are not followed', async () => {
    const { crawl } = createJob({ allowed: [site.host] });
    site.answers.set(
      '/inward-metadata',
      status(302, { location: 'http://169.254.169.254/latest' }),
    );
    site.answers.set('/inward-file', status(302, { location: 'file:///etc/passwd' }));
    site.answers.set('/', page('Home', ['/inward', '/inward-metadata', '/inward-file']));
    await crawl(await addSite());
    expect(await readReport()).toEqual({
      '/': 'kept',
      '/inward': 'this address is not allowed',
      '/inward-metadata': 'this address is not allowed',
      '/inward-file': 'this address is not allowed',
      '/only-in-sitemap?x=1&y=2': 'kept',
    });
    expect(canary.requests).toEqual([]);
  });

  test('[SITE-11] passages hold the main text of each page, with its title, heading and address', async () => {
    const { crawl } = createJob();
    await crawl(await addSite());
    const passages = await readTexts();
    const text = passages.map((passage) => passage.text).join('\n');
    expect(passages).toContainEqual(
      expect.objectContaining({
        title: 'Courses',
        heading_path: ['About Courses'],
        url: `${site.origin}/courses?a=1&b=2`,
        text: expect.stringContaining(`Courses: ${SENTENCE}`),
      }),
    );
    expect(text).toContain('Résumés of athletes.');
    expect(text).toContain('Plain rules for everybody.');
    expect(text).toContain('Shown text of the page.');
    for (const unseen of [
      'Ignore all',
      'canary',
      'Obey',
      'evil',
      'Tiny',
      'Frame of',
      'Footer of',
    ]) {
      expect(text).not.toContain(unseen);
    }
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, index) => index));
    const { passage_count: count } = (await readSite()) ?? {};
    expect(count).toBe(passages.length);
  });

  test('[SITE-11] pages are read in a process of their own', async () => {
    const { crawl } = createJob({ readPage: createPageReader(), limits: { pages: 2 } });
    await crawl(await addSite());
    expect(await readReport()).toMatchObject({ '/': 'kept', '/courses?a=1&b=2': 'kept' });
    expect((await readTexts()).map(({ text }) => text).join()).toContain(`Home: ${SENTENCE}`);
  });

  test('[SITE-11] the limits for one site hold', async () => {
    const { crawl } = createJob({ limits: { pages: 3 } });
    await crawl(await addSite());
    const asked = site.requests.filter(
      (path) => !/robots|sitemap/.test(path) || path.startsWith('/only'),
    );
    expect(asked).toHaveLength(3);
    expect(Object.values(await readReport())).toContain('the limit for one site was reached');
    expect((await readSite())?.status).toBe('ready');
  });

  test('[SITE-11] a site stops growing at its bytes and at its passages', async () => {
    for (const limits of [{ siteBytes: 200 }, { passages: 1 }]) {
      await createJob({ limits }).crawl(await addSite());
      const report = Object.values(await readReport());
      expect(report.filter((outcome) => outcome === 'kept').length).toBeLessThanOrEqual(1);
      expect(report).toContain(
        limits.passages === 1 ? 'the limit for one site was reached' : 'too large',
      );
      await database.db.deleteFrom('sites').execute();
    }
  });

  test('[SITE-11] what was read is kept when the time for one site is over', async () => {
    const { crawl } = createJob({ limits: { siteMs: 1_500, requestMs: 60_000 } });
    site.answers.set('/', page('Home', ['/courses?a=1&b=2', '/drip', '/latin']));
    await crawl(await addSite());
    expect((await readSite())?.status).toBe('ready');
    expect(await readReport()).toMatchObject({ '/': 'kept', '/courses?a=1&b=2': 'kept' });
    expect(site.requests).not.toContain('/latin');
  });

  test('[SITE-11] a busy site is given the pause it asks for', async () => {
    let tries = 0;
    site.answers.set('/', (request, response) => {
      tries++;
      (tries === 1 ? status(429, { 'retry-after': '7' }) : page('Home'))(request, response);
    });
    const { crawl, timer } = createJob();
    await crawl(await addSite());
    expect(timer.waits).toContain(7_000);
    expect(await readReport()).toMatchObject({ '/': 'kept' });
  });

  test('[SITE-11] a page that has not changed is not sent again and stays searchable', async () => {
    let sent = 0;
    site.answers.set('/', (request, response) => {
      if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
      sent++;
      return html(`<main><h1>Home</h1><p>${SENTENCE}</p><a href="/latin">more</a></main>`, {
        etag: '"1"',
      })(request, response);
    });
    const { crawl } = createJob();
    const id = await addSite();
    await crawl(id);
    const [before, report] = [await readTexts(), await readReport()];
    await database.db.updateTable('sites').set({ status: 'scraping' }).execute();
    await crawl(id);
    expect(sent).toBe(1);
    expect(await readReport()).toEqual(report);
    const withoutIds = (rows: typeof before) => rows.map((row) => ({ ...row, id: 0 }));
    expect(withoutIds(await readTexts())).toEqual(withoutIds(before));
  });

  test.each<[string, string, Record<string, ReturnType<typeof status>>]>([
    ['robots.txt fails', 'could not be reached', { '/robots.txt': status(500) }],
    ['the start page is missing', 'answered 404', { '/': status(404) }],
    ['the start page leads away', 'leads to another site', { '/inward': status(404) }],
    [
      'the start page has no text',
      'no text',
      { '/': html('<body></body>'), '/sitemap_index.xml': status(404) },
    ],
    [
      'the start page never ends',
      'took too long',
      { '/': trapAnswers('')['/drip'] ?? status(404) },
    ],
    [
      'robots.txt would take too long to match',
      'could not be reached',
      { '/robots.txt': html(`User-agent: *\n${`Disallow: /${'*a'.repeat(60)}b\n`.repeat(1_000)}`) },
    ],
    [
      'robots.txt forbids all',
      'excluded by robots.txt',
      { '/robots.txt': html('User-agent: *\nDisallow: /') },
    ],
  ])('[SITE-07, SITE-11] when %s the site ends in error: %s', async (name, reason, answers) => {
    for (const [path, answer] of Object.entries(answers)) site.answers.set(path, answer);
    if (name.includes('leads away')) {
      site.answers.set('/', status(302, { location: `${canary.origin}/` }));
    }
    const { crawl } = createJob({ allowed: [site.host, canary.host] });
    await crawl(await addSite());
    expect(await readSite()).toMatchObject({
      status: 'error',
      status_reason: reason,
      last_scraped: null,
      passage_count: 0,
    });
    expect(canary.requests).toEqual([]);
  });

  test('[SITE-11] a failed crawl leaves what an earlier one made searchable', async () => {
    const { crawl } = createJob({ limits: { pages: 1 } });
    const id = await addSite();
    await crawl(id);
    site.answers.set('/', status(500));
    await database.db.updateTable('sites').set({ status: 'scraping' }).execute();
    await crawl(id);
    expect(await readSite()).toMatchObject({ status: 'error', status_reason: 'answered 500' });
    expect(await readTexts()).not.toEqual([]);
  });

  test('[SITE-11] a site that is not public is never connected to', async () => {
    const { crawl } = createJob({ allowed: [] });
    await crawl(await addSite());
    expect(await readSite()).toMatchObject({
      status: 'error',
      status_reason: 'this address is not allowed',
    });
    expect(site.requests).toEqual([]);
  });

  test('[SITE-10, SITE-11] a site deleted or moved while it is read keeps nothing', async () => {
    const { crawl, jobs } = createJob();
    const id = await addSite();
    site.answers.set('/', (request, response) => {
      void database.db
        .deleteFrom('sites')
        .execute()
        .then(() => page('Home', ['/latin'])(request, response));
    });
    await crawl(id);
    expect(site.requests).not.toContain('/latin');

    site.answers.set('/', (request, response) => {
      void database.db
        .updateTable('sites')
        .set({ url: 'https://other.example/', status: 'pending' })
        .execute()
        .then(() => page('Home', ['/latin'])(request, response));
    });
    await crawl(await addSite());
    expect(await readSite()).toMatchObject({ status: 'pending', passage_count: 0 });
    expect(await readTexts()).toEqual([]);
    expect(jobs.jobs).toEqual([]);
  });

  test('[SITE-10] a delete wins over a result that is stored at the same moment', async () => {
    const { store } = createJob();
    const passage = { headingPath: [], page: null, pageLabel: null, url: null, title: 'A' };
    const passages = [{ ...passage, ordinal: 0, text: SENTENCE }];
    for (let round = 0; round < 20; round++) {
      const found = { id: await addSite(), url: `${site.origin}/` };
      const report = [{ url: found.url, outcome: 'skipped', reason: 'no text' } as const];
      const remove = () => database.db.deleteFrom('sites').where('id', '=', found.id).execute();
      const finish = () => store.finish(found, { passages, report });
      await Promise.all(round % 2 === 0 ? [finish(), remove()] : [remove(), finish()]);
      for (const table of ['sites', 'passages', 'passage_terms', 'site_pages'] as const) {
        expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    }
  });

  test('[SITE-11] a crawl that is interrupted stays scraping and is found at the next start', async () => {
    const { crawl, store } = createJob();
    const stop = new AbortController();
    site.answers.set('/', () => stop.abort());
    const id = await addSite();
    await expect(crawl(id, stop.signal)).rejects.toThrow();
    expect((await readSite())?.status).toBe('scraping');
    expect(await store.listUnfinished()).toEqual([id]);
    site.answers.set('/', page('Home'));
    await crawl(id);
    expect((await readSite())?.status).toBe('ready');
    expect(await store.listUnfinished()).toEqual([]);
  });

  test('[SITE-07] a crawl that breaks ends in error', async () => {
    const broken: PageReader = () => Promise.reject(new Error('no process'));
    const { crawl } = createJob({ readPage: broken });
    await expect(crawl(await addSite())).rejects.toThrow('no process');
    expect(await readSite()).toMatchObject({ status: 'error', status_reason: 'could not be read' });
  });
});
