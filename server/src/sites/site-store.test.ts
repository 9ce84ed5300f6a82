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

describe.each(TEST_ENGINES)('sites in the database on %s', (engine) => {
  let database: Database;
  let sites: SiteStore;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('sites').execute();
    const jobs = createRecordingJobQueue();
    sites = createSiteStore({ db: database.db, jobs, clock: createTestClock() });
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
});
