import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPageReader } from './page/create-page-reader.ts';
import { type CrawlLab, createCrawlLab } from './testing/create-crawl-lab.ts';
import { html, page, SENTENCE, status, trapReplies } from './testing/start-trap-site.ts';

// What is stored differs between engines; how a site is read does not.
describe('reading a site', () => {
  let database: Database;
  let lab: CrawlLab;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    lab = await createCrawlLab(database);
  });
  afterEach(() => lab.close());
  afterAll(() => database.close());

  test('[SITE-11] a site full of traps is read politely and ends ready, and nothing else is asked', async () => {
    const { site, canary, addSite, createJob, readSite, readReport, clock } = lab;
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
    const { id: siteId } = (await readSite()) ?? {};
    expect(jobs.jobs).toEqual([{ name: 'embed-passages', payload: { siteId } }]);
  });

  test('[SITE-11] links and redirects to addresses that are not public are not followed', async () => {
    const { site, canary, addSite, createJob, readReport } = lab;
    const { crawl } = createJob({ allowed: [site.host] });
    site.replies.set(
      '/inward-metadata',
      status(302, { location: 'http://169.254.169.254/latest' }),
    );
    site.replies.set('/inward-file', status(302, { location: 'file:///etc/passwd' }));
    site.replies.set('/', page('Home', ['/inward', '/inward-metadata', '/inward-file']));
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
    const { site, addSite, createJob, readSite, readTexts } = lab;
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
    const { addSite, createJob, readTexts, readReport } = lab;
    const { crawl } = createJob({ readPage: createPageReader(), limits: { pages: 2 } });
    await crawl(await addSite());
    expect(await readReport()).toMatchObject({ '/': 'kept', '/courses?a=1&b=2': 'kept' });
    expect((await readTexts()).map(({ text }) => text).join()).toContain(`Home: ${SENTENCE}`);
  });

  test('[SITE-11] the limits for one site hold', async () => {
    const { site, addSite, createJob, readSite, readReport } = lab;
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
    const { addSite, createJob, readReport } = lab;
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
    const { site, addSite, createJob, readSite, readReport } = lab;
    const { crawl } = createJob({ limits: { siteMs: 1_500, requestMs: 60_000 } });
    site.replies.set('/', page('Home', ['/courses?a=1&b=2', '/drip', '/latin']));
    await crawl(await addSite());
    expect((await readSite())?.status).toBe('ready');
    expect(await readReport()).toMatchObject({ '/': 'kept', '/courses?a=1&b=2': 'kept' });
    expect(site.requests).not.toContain('/latin');
  });

  test('[SITE-11] a busy site is given the pause it asks for', async () => {
    const { site, addSite, createJob, readReport } = lab;
    let tries = 0;
    site.replies.set('/', (request, response) => {
      tries++;
      (tries === 1 ? status(429, { 'retry-after': '7' }) : page('Home'))(request, response);
    });
    const { crawl, timer } = createJob();
    await crawl(await addSite());
    expect(timer.waits).toContain(7_000);
    expect(await readReport()).toMatchObject({ '/': 'kept' });
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
      { '/': trapReplies('')['/drip'] ?? status(404) },
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
  ])('[SITE-07, SITE-11] when %s the site ends in error: %s', async (name, reason, replies) => {
    const { site, canary, addSite, createJob, readSite } = lab;
    for (const [path, reply] of Object.entries(replies)) site.replies.set(path, reply);
    if (name.includes('leads away')) {
      site.replies.set('/', status(302, { location: `${canary.origin}/` }));
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

  test('[SITE-11] a site that is not public is never connected to', async () => {
    const { site, addSite, createJob, readSite } = lab;
    const { crawl } = createJob({ allowed: [] });
    await crawl(await addSite());
    expect(await readSite()).toMatchObject({
      status: 'error',
      status_reason: 'this address is not allowed',
    });
    expect(site.requests).toEqual([]);
  });
});
