import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createSiteStore } from '../site-store.ts';
import { createRecrawlJob } from './crawl-job.ts';

const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });
const { signal } = new AbortController();

describe.each(TEST_ENGINES)('reading sites again by schedule on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(() => database.db.deleteFrom('sites').execute());
  afterAll(() => database.close());

  function createSchedule(hours: number) {
    const jobs = createRecordingJobQueue();
    const clock = createTestClock(new Date('2026-11-20T12:00:00Z'));
    const sites = createSiteStore({ db: database.db, jobs, clock });
    const job = createRecrawlJob({ sites, clock, log, hours });
    return { jobs, clock, job };
  }

  async function addSites(now: Date) {
    const ended = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS);
    const site = (name: string, status: string, crawl_ended_at: Date | null) => ({
      url: `https://${name}.example/`,
      status,
      crawl_ended_at,
      created_at: now,
    });
    await database.db
      .insertInto('sites')
      .values([
        site('old', 'ready', ended(24)),
        site('failed', 'error', ended(30)),
        site('fresh', 'ready', ended(23)),
        site('running', 'scraping', ended(48)),
        site('never', 'pending', null),
      ])
      .execute();
  }

  const listScraping = async () => {
    const rows = await database.db
      .selectFrom('sites')
      .select('url')
      .where('status', '=', 'scraping')
      .orderBy('url')
      .execute();
    return rows.map(({ url }) => url);
  };

  test('[SITE-11] sites whose newest crawl is too old are read again, the others are not', async () => {
    const { jobs, clock, job } = createSchedule(24);
    await addSites(clock.now());
    await job.handle({}, signal);
    expect(await listScraping()).toEqual([
      'https://failed.example/',
      'https://old.example/',
      'https://running.example/',
    ]);
    expect(jobs.jobs.map(({ name }) => name)).toEqual(['crawl-site', 'crawl-site']);
    await job.handle({}, signal);
    expect(jobs.jobs).toHaveLength(2);
    clock.advance(HOUR_MS);
    await job.handle({}, signal);
    expect(jobs.jobs).toHaveLength(3);
  });

  test('[SITE-11] several processes that look at the same moment start one crawl of each', async () => {
    const schedules = [1, 2, 3].map(() => createSchedule(24));
    await addSites(new Date('2026-11-20T12:00:00Z'));
    await Promise.all(schedules.map(({ job }) => job.handle({}, signal)));
    const queued = schedules.flatMap(({ jobs }) =>
      jobs.jobs.map(({ payload }) => payload['siteId']),
    );
    expect(queued).toHaveLength(2);
    expect(new Set(queued).size).toBe(2);
  });

  test('[SITE-11] it is off unless it is asked for', async () => {
    const { jobs, clock, job } = createSchedule(0);
    expect(job).not.toHaveProperty('cron');
    expect(createSchedule(1).job.cron).toBe('23 * * * *');
    await addSites(clock.now());
    await job.handle({}, signal);
    expect(jobs.jobs).toEqual([]);
  });
});
