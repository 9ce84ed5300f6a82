import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../test/recording-job-queue.ts';
import { createTestClock } from '../../test/test-clock.ts';
import { recountWords } from '../knowledge/index/recount-words.ts';
import { TERMS_VERSION } from '../knowledge/words/to-terms.ts';
import type { Database } from '../platform/db/database.ts';
import { createSiteStore, type SiteStore } from './site-store.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const clock = createTestClock();

describe.each(TEST_ENGINES)('sites in the database on %s', (engine) => {
  let database: Database;
  let sites: SiteStore;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('sites').execute();
    const jobs = createRecordingJobQueue();
    sites = createSiteStore({ db: database.db, jobs, clock });
  });
  afterAll(() => database.close());

  async function crawl(url: string, text: string): Promise<void> {
    const { id = '' } = (await sites.add({ url, tags: [] })) ?? {};
    await sites.startCrawl(id);
    const site = await sites.findCrawl(id);
    if (site === undefined) throw new Error('The crawl has not begun.');
    const passage = { ordinal: 0, headingPath: [], page: null, pageLabel: null, url, text };
    await sites.finishCrawl(site, { passages: [{ ...passage, title: 'Page' }], report: [] });
  }

  test('[CHAT-14] sites that nobody has read yet are those read for the first time, not again', async () => {
    const { id = '' } = (await sites.add({ url: 'https://new.example/', tags: [] })) ?? {};
    expect(await sites.countUnread()).toBe(0);
    await sites.startCrawl(id);
    expect(await sites.countUnread()).toBe(1);
    await database.db.updateTable('sites').set({ last_scraped: new Date() }).execute();
    expect(await sites.countUnread()).toBe(0);
  });

  test('words counted by older rules are counted anew, and once is enough', async () => {
    const { db } = database;
    await crawl('https://a.example/', 'Walk-ons pay their own tuition.');
    await crawl('https://b.example/', 'Dead periods end.');
    await db.updateTable('passage_terms').set({ term: 'oldstem' }).execute();
    const old = { terms_version: 0, word_count: 0 };
    await db.updateTable('sites').set(old).where('url', '=', 'https://a.example/').execute();
    expect(await recountWords({ sources: [sites], log }, signal)).toBe(1);
    const [site] = await db
      .selectFrom('sites')
      .select(['passage_count', 'word_count', 'terms_version'])
      .orderBy('url')
      .execute();
    expect(site).toEqual({ passage_count: 1, word_count: 5, terms_version: TERMS_VERSION });
    const terms = await db.selectFrom('passage_terms').select('term').orderBy('term').execute();
    expect(terms.map(({ term }) => term)).toContain('tuition');
    expect(await recountWords({ sources: [sites], log }, signal)).toBe(0);
  });

  test('[SITE-10] a deleted site is not searched, and comes back with what was read of it', async () => {
    const { db } = database;
    const url = 'https://a.example/';
    await crawl(url, 'Walk-ons pay their own tuition.');
    const [before] = await sites.list();
    const id = before?.id ?? '';
    const page = { site_id: id, url, outcome: 'kept', content_hash: 'x', etag: '"1"' } as const;
    await db.insertInto('site_pages').values(page).execute();
    const counts = () => db.selectFrom('sites').select(['passage_count', 'word_count']).execute();
    const readable = () =>
      db.selectFrom('passages').select(['title', 'url', 'text', 'site_id']).execute();
    const [counted, read, pages] = [await counts(), await readable(), await sites.listPages(id)];
    expect(read).toHaveLength(1);

    expect(await sites.delete(id)).toBe(true);
    expect(await sites.delete(id)).toBe(false);
    expect(await readable()).toEqual([]);
    expect(await db.selectFrom('passage_terms').select('term').execute()).toEqual([]);
    expect(await sites.listDeleted()).toMatchObject([{ id, name: url }]);

    // The address was taken meanwhile: it stays deleted until that one goes.
    const { id: other = '' } = (await sites.add({ url, tags: [] })) ?? {};
    expect(await sites.restore(id)).toBe('site_duplicate');
    await sites.delete(other);
    expect(await sites.restore(id)).toBe('restored');
    expect(await sites.list()).toEqual([before]);
    expect([await counts(), await readable(), await sites.listPages(id)]).toEqual([
      counted,
      read,
      pages,
    ]);
    expect(await sites.restore(id)).toBe('not_found');
    // Its schedule goes on where it stood.
    expect(await sites.startDueCrawls(clock.now())).toBe(1);
    expect(await sites.erase(other)).toBe(true);
    expect(await sites.listDeleted()).toEqual([]);
  });

  test('[SITE-10] a site that could not be read comes back with the reason, and is tried again by its schedule', async () => {
    const { id = '' } = (await sites.add({ url: 'https://broken.example/', tags: [] })) ?? {};
    await sites.startCrawl(id);
    const crawled = await sites.findCrawl(id);
    if (crawled === undefined) throw new Error('The crawl has not begun.');
    await sites.finishCrawl(crawled, { failure: 'answered 500', passages: [], report: [] });
    const before = await sites.list();
    await sites.delete(id);
    expect(await sites.restore(id)).toBe('restored');
    expect(await sites.list()).toEqual(before);
    expect(await sites.startDueCrawls(clock.now())).toBe(1);
  });

  test('[SITE-10] a site that was deleted while it was scraped comes back without that scrape', async () => {
    const { id = '' } = (await sites.add({ url: 'https://new.example/', tags: ['a'] })) ?? {};
    await sites.startCrawl(id);
    const crawled = await sites.findCrawl(id);
    await sites.delete(id);
    expect(await sites.restore(id)).toBe('restored');
    expect(await sites.list()).toMatchObject([{ id, status: 'pending', tags: ['a'] }]);
    expect(crawled && (await sites.isWanted(crawled))).toBe(false);
  });
});
