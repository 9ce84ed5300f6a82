import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageReader } from './page/create-page-reader.ts';
import { type CrawlLab, createCrawlLab } from './testing/create-crawl-lab.ts';
import { html, page, SENTENCE, status } from './testing/start-trap-site.ts';

describe.each(TEST_ENGINES)('reading a site again, or not to its end, on %s', (engine) => {
  let database: Database;
  let lab: CrawlLab;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    lab = await createCrawlLab(database);
  });
  afterEach(() => lab.close());
  afterAll(() => database.close());

  test('[SITE-11] a page that has not changed is not sent again and stays searchable', async () => {
    const { site, addSite, createJob, readTexts, readReport } = lab;
    let sent = 0;
    site.replies.set('/', (request, response) => {
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

  test('[SITE-11] a failed crawl leaves what an earlier one made searchable', async () => {
    const { site, addSite, createJob, readSite, readTexts } = lab;
    const { crawl } = createJob({ limits: { pages: 1 } });
    const id = await addSite();
    await crawl(id);
    site.replies.set('/', status(500));
    await database.db.updateTable('sites').set({ status: 'scraping' }).execute();
    await crawl(id);
    expect(await readSite()).toMatchObject({ status: 'error', status_reason: 'answered 500' });
    expect(await readTexts()).not.toEqual([]);
  });

  test('[SITE-10, SITE-11] a site deleted or moved while it is read keeps nothing', async () => {
    const { site, addSite, createJob, readSite, readTexts } = lab;
    const { crawl, jobs } = createJob();
    const id = await addSite();
    site.replies.set('/', (request, response) => {
      void database.db
        .deleteFrom('sites')
        .execute()
        .then(() => page('Home', ['/latin'])(request, response));
    });
    await crawl(id);
    expect(site.requests).not.toContain('/latin');

    site.replies.set('/', (request, response) => {
      void database.db
        .updateTable('sites')
        .set({ url: 'https://other.example/', status: 'pending', crawl_id: randomUUID() })
        .execute()
        .then(() => page('Home', ['/latin'])(request, response));
    });
    await crawl(await addSite());
    expect(await readSite()).toMatchObject({ status: 'pending', passage_count: 0 });
    expect(await readTexts()).toEqual([]);
    expect(jobs.jobs).toEqual([]);
  });

  test('[SITE-10] a delete wins over a result that is stored at the same moment', async () => {
    const { site, addSite, createJob, readSite } = lab;
    const { store } = createJob();
    const passage = { headingPath: [], page: null, pageLabel: null, url: null, title: 'A' };
    const passages = [{ ...passage, ordinal: 0, text: SENTENCE }];
    for (let round = 0; round < 20; round++) {
      const id = await addSite();
      const { crawl_id: crawlId = '' } = (await readSite()) ?? {};
      const found = { id, crawlId, url: `${site.origin}/` };
      const report = [{ url: found.url, outcome: 'skipped', reason: 'no text' } as const];
      const remove = () => database.db.deleteFrom('sites').where('id', '=', found.id).execute();
      const finish = () => store.finishCrawl(found, { passages, report });
      await Promise.all(round % 2 === 0 ? [finish(), remove()] : [remove(), finish()]);
      for (const table of ['sites', 'passages', 'passage_terms', 'site_pages'] as const) {
        expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    }
  });

  test('a crawl that brings many passages leaves the planner with a true picture of them', async () => {
    const { site, addSite, createJob, readSite } = lab;
    const { store } = createJob();
    const id = await addSite();
    const { crawl_id: crawlId = '' } = (await readSite()) ?? {};
    const passage = { headingPath: [], page: null, pageLabel: null, url: null, title: 'A' };
    const passages = Array.from({ length: 1_000 }, (_, ordinal) => ({
      ...passage,
      ordinal,
      text: `Visit ${ordinal}`,
    }));
    await store.finishCrawl({ id, crawlId, url: `${site.origin}/` }, { passages, report: [] });
    const { rows } = await database.execute(
      "select reltuples::int as known from pg_class where oid = 'passages'::regclass",
    );
    expect(rows).toEqual([{ known: 1_000 }]);
  });

  test('[SITE-11] a crawl that is interrupted stays scraping and is found at the next start', async () => {
    const { site, addSite, createJob, readSite } = lab;
    const { crawl, store } = createJob();
    const stop = new AbortController();
    site.replies.set('/', () => stop.abort());
    const id = await addSite();
    await expect(crawl(id, stop.signal)).rejects.toThrow();
    expect((await readSite())?.status).toBe('scraping');
    const { crawl_id: crawlId } = (await readSite()) ?? {};
    expect(await store.listUnfinishedCrawls()).toEqual([{ siteId: id, crawlId }]);
    site.replies.set('/', page('Home'));
    await crawl(id);
    expect((await readSite())?.status).toBe('ready');
    expect(await store.listUnfinishedCrawls()).toEqual([]);
  });

  test('[SITE-11] a crawl whose process dies goes on where it stood', async () => {
    const { site, addSite, createJob, readSite, readTexts, readReport } = lab;
    const links = ['/a', '/b', '/b-again', '/c'];
    site.replies.set('/sitemap_index.xml', status(404));
    const dying = new AbortController();
    site.replies.set('/', page('Home', links));
    for (const path of ['/a', '/b', '/c']) site.replies.set(path, page(path, [`${path}/deep`]));
    site.replies.set('/b-again', page('/b', ['/b/deep']));
    for (const path of ['/a/deep', '/b/deep', '/c/deep']) site.replies.set(path, page(path));
    const id = await addSite();
    const { crawl } = createJob();
    site.replies.set('/c', () => dying.abort());
    await expect(crawl(id, dying.signal)).rejects.toThrow();
    expect(await readSite()).toMatchObject({ status: 'scraping', pages_done: 4 });
    const asked = site.requests.filter((path) => !/robots|sitemap/.test(path));
    expect(asked).toEqual(['/', '/a', '/b', '/b-again', '/c']);

    site.requests.length = 0;
    site.replies.set('/c', page('/c', ['/c/deep']));
    await crawl(id);
    const askedAgain = site.requests.filter((path) => !/robots|sitemap/.test(path));
    expect(askedAgain).toEqual(['/c', '/a/deep', '/b/deep', '/c/deep']);
    expect(await readSite()).toMatchObject({ status: 'ready', pages_done: 8 });
    const report = await readReport();
    expect(report).toMatchObject({
      '/a': 'kept',
      '/b-again': 'same as another page',
      '/c': 'kept',
    });
    const texts = (await readTexts()).map(({ text }) => text).join('\n');
    for (const path of ['/a', '/b', '/c', '/a/deep', '/b/deep', '/c/deep']) {
      expect(texts).toContain(`${path}: ${SENTENCE}`);
    }
    expect(await database.db.selectFrom('crawl_visits').selectAll().execute()).toEqual([]);
  });

  test('[SITE-11] how far a crawl is can be seen while it runs', async () => {
    const { site, addSite, createJob, readSite } = lab;
    const seen: unknown[] = [];
    site.replies.set('/', page('Home', ['/a', '/b']));
    site.replies.set('/a', (request, response) => {
      void readSite().then((row) => {
        seen.push([row?.pages_done, row?.pages_found]);
        page('A', ['/c'])(request, response);
      });
    });
    site.replies.set('/b', page('B'));
    site.replies.set('/c', page('C'));
    const { crawl } = createJob();
    await crawl(await addSite());
    expect(seen).toEqual([[1, 3]]);
  });

  test('[SITE-11] the report tells what changed since the crawl before, and outlives a failure', async () => {
    const { site, addSite, createJob } = lab;
    const readChanges = async () => {
      const rows = await database.db.selectFrom('site_pages').selectAll().execute();
      return Object.fromEntries(
        rows.map(({ url, change }) => [url.replace(site.origin, ''), change]),
      );
    };
    site.replies.set('/sitemap_index.xml', status(404));
    site.replies.set('/', page('Home', ['/a', '/b', '/missing']));
    site.replies.set('/a', page('A'));
    site.replies.set('/b', page('B'));
    const { crawl } = createJob();
    const id = await addSite();
    await crawl(id);
    expect(await readChanges()).toEqual({ '/': 'new', '/a': 'new', '/b': 'new', '/missing': null });
    const again = () => database.db.updateTable('sites').set({ status: 'scraping' }).execute();
    site.replies.set('/', status(500));
    await again();
    await crawl(id);
    site.replies.set('/', page('Home', ['/a', '/b', '/missing']));
    site.replies.set('/a', page('A, rewritten'));
    site.replies.set('/b', status(410));
    await again();
    await crawl(id);
    expect(await readChanges()).toEqual({
      '/': 'unchanged',
      '/a': 'changed',
      '/b': 'gone',
      '/missing': null,
    });
  });

  test('[SITE-07] a crawl that breaks ends in error', async () => {
    const { addSite, createJob, readSite } = lab;
    const broken: PageReader = () => Promise.reject(new Error('no process'));
    const { crawl } = createJob({ readPage: broken });
    await expect(crawl(await addSite())).rejects.toThrow('no process');
    expect(await readSite()).toMatchObject({ status: 'error', status_reason: 'could not be read' });
  });

  test('[SITE-07] a crawl that no process could end is given up, unless another has begun', async () => {
    const { addSite, createJob, readSite } = lab;
    const { giveUp } = createJob();
    const id = await addSite();
    await giveUp(id, randomUUID());
    expect((await readSite())?.status).toBe('scraping');
    await giveUp(id, (await readSite())?.crawl_id ?? '');
    expect(await readSite()).toMatchObject({ status: 'error', status_reason: 'could not be read' });
  });
});
