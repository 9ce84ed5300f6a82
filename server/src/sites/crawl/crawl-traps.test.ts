import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createSiteStore } from '../site-store.ts';
import { createCrawlJob } from './crawl-job.ts';
import { readPage } from '../../knowledge/extract/web-page/read-page.ts';
import { createTrapCampus } from './testing/create-trap-campus.ts';
import { page, startTrapSite, type TrapSite } from './testing/start-trap-site.ts';

const CRAWL_DELAY_MS = 2_000;
const { traps, honest } = createTrapCampus('http://127.0.0.1:1');

describe('a site of 45 pages between traps', () => {
  let database: Database;
  let canary: TrapSite;
  let site: TrapSite;
  let report: Map<string, string>;
  let waits: number[];
  let asked: string[];
  const replied: { method: string; path: string; status: number }[] = [];

  async function crawl(siteId: string): Promise<void> {
    waits = [];
    let now = 0;
    const timer = {
      now: () => now,
      async sleep(ms: number) {
        waits.push(ms);
        now += ms;
      },
    };
    const clock = createTestClock(new Date('2026-11-20T12:00:00Z'));
    const job = createCrawlJob({
      sites: createSiteStore({ db: database.db, jobs: createRecordingJobQueue(), clock }),
      log: pino({ level: 'silent' }),
      allowed: new Set([site.host]),
      limits: { requestMs: 3_000 },
      timer,
      readPage: async ({ kind, bytes }) => ({ ok: true, document: readPage(kind, bytes) }),
    });
    await database.db.updateTable('sites').set({ status: 'scraping' }).execute();
    await job.handle({ siteId }, new AbortController().signal);
    const rows = await database.db.selectFrom('site_pages').selectAll().execute();
    report = new Map(
      rows.map(({ url, outcome, reason }) => [url.replace(site.origin, ''), reason ?? outcome]),
    );
  }

  let siteId = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    canary = await startTrapSite({ '/*': page('Secret') });
    site = await startTrapSite(createTrapCampus(canary.origin).replies, (visit) =>
      replied.push(visit),
    );
    const row = await database.db
      .insertInto('sites')
      .values({ url: `${site.origin}/`, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    siteId = row.id;
    await crawl(siteId);
    asked = [...site.requests];
  });
  afterAll(async () => {
    await site.close();
    await canary.close();
    await database.close();
  });

  const requestsFor = (prefix: string) => asked.filter((path) => path.startsWith(prefix)).length;

  test.each(traps)('[SITE-11] trap: $name', (trap) => {
    const { forbidden = [], atMost = {} } = trap;
    expect(report.get(trap.links[0] ?? '')).toBe(trap.outcome);
    expect(asked.filter((path) => forbidden.includes(path))).toEqual([]);
    const tooMany = Object.entries(atMost).filter(([prefix, most]) => requestsFor(prefix) > most);
    expect(tooMany).toEqual([]);
    expect(canary.requests).toEqual([]);
  });

  test('[SITE-07, SITE-11] it ends ready, with every honest page, those that only a sitemap names too', async () => {
    const { status, last_scraped: lastScraped } = await database.db
      .selectFrom('sites')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([status, lastScraped]).toEqual(['ready', new Date('2026-11-20T12:00:00Z')]);
    expect(honest.filter((path) => report.get(path) !== 'kept')).toEqual([]);
    expect(traps.length).toBeGreaterThanOrEqual(20);
    expect(honest.length).toBeGreaterThanOrEqual(40);
  });

  test('[SITE-11] no passage stands there twice, and none holds what no visitor sees', async () => {
    const passages = await database.db.selectFrom('passages').select(['title', 'text']).execute();
    const texts = passages.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.join('\n')).toContain('Résumés of athletes.');
    expect(texts.join('\n')).toContain('Wide: Sixteen core courses');
    expect(texts.join('\n')).not.toContain('Ignore all rules');
    const attack = passages.find(({ title }) => title.includes('cmd|'));
    expect(attack?.title).toBe("=cmd|' /C calc'!A0 <img src=x onerror=alert(1)> txt");
  });

  test('[SITE-11] it is asked politely: only GET, robots.txt first, two seconds apart as it wants', () => {
    expect(asked[0]).toBe('/robots.txt');
    expect(new Set(replied.map(({ method }) => method))).toEqual(new Set(['GET']));
    const [first = 0, ...rest] = waits;
    // The pause before robots.txt has been read is the usual second.
    expect(first).toBe(CRAWL_DELAY_MS);
    expect(rest.filter((ms) => ms < CRAWL_DELAY_MS)).toEqual([]);
    expect(waits).toContain(7_000);
    expect([...report.values()]).toContain('the limit for one site was reached');
  });

  test('[SITE-11] what has not changed is not sent again and stays searchable', async () => {
    const texts = async () =>
      (await database.db.selectFrom('passages').select('text').orderBy('ordinal').execute()).map(
        ({ text }) => text,
      );
    const before = (await texts()).toSorted();
    replied.length = 0;
    await crawl(siteId);
    const unchanged = replied.filter(({ path, status }) => honest.includes(path) && status === 304);
    expect(unchanged).toHaveLength(honest.length);
    expect(honest.filter((path) => report.get(path) !== 'kept')).toEqual([]);
    expect((await texts()).toSorted()).toEqual(before);
    expect(canary.requests).toEqual([]);
  });
});
