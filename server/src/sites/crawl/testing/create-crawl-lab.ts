import { pino } from 'pino';
import { createRecordingJobQueue } from '../../../../test/recording-job-queue.ts';
import { createTestClock } from '../../../../test/test-clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createSiteStore } from '../../site-store.ts';
import { createCrawlJob } from '../crawl-job.ts';
import type { CrawlLimits } from '../crawl-limits.ts';
import type { CrawlTimer } from '../create-fetcher.ts';
import type { PageReader } from '../page/create-page-reader.ts';
import { readPage } from '../../../knowledge/extract/web-page/read-page.ts';
import { page, startTrapSite, trapReplies } from './start-trap-site.ts';

const log = pino({ level: 'silent' });

/** Reads in this process: what a child of its own adds is shown once. */
const readHere: PageReader = async ({ kind, bytes }) => ({
  ok: true,
  document: readPage(kind, bytes),
});

export interface CrawlOptions {
  limits?: Partial<CrawlLimits>;
  readPage?: PageReader;
  allowed?: string[];
}

/** A site full of traps, a canary that nobody may touch, and crawls of them into a database. */
export async function createCrawlLab({ db }: Database) {
  await db.deleteFrom('sites').execute();
  const canary = await startTrapSite({ '/*': page('Secret') });
  const site = await startTrapSite(trapReplies(canary.origin));
  const clock = createTestClock(new Date('2026-11-20T12:00:00Z'));

  return {
    site,
    canary,
    clock,
    async addSite(url = `${site.origin}/`): Promise<string> {
      const { id } = await db
        .insertInto('sites')
        .values({ url, status: 'scraping', created_at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    createJob(given: CrawlOptions = {}) {
      const jobs = createRecordingJobQueue();
      const timer = createCountingTimer();
      const store = createSiteStore({ db, jobs, clock });
      const job = createCrawlJob({
        sites: store,
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
        crawl: (siteId: string, signal = new AbortController().signal) =>
          job.handle({ siteId }, signal),
        giveUp: (siteId: string, crawlId: string) => job.giveUp?.({ siteId, crawlId }),
      };
    },
    readSite: () => db.selectFrom('sites').selectAll().executeTakeFirst(),
    readTexts: () => db.selectFrom('passages').selectAll().orderBy('ordinal').execute(),
    /** What became of each path: kept, or why not. */
    async readReport(): Promise<Record<string, string>> {
      const rows = await db.selectFrom('site_pages').selectAll().execute();
      return Object.fromEntries(
        rows.map(({ url, outcome, reason }) => [url.replace(site.origin, ''), reason ?? outcome]),
      );
    },
    async close() {
      await site.close();
      await canary.close();
    },
  };
}

export type CrawlLab = Awaited<ReturnType<typeof createCrawlLab>>;

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
