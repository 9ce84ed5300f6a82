import { join } from 'node:path';
import { identityMigrations } from '@pathway/identity/mount';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { PURGE_LOGS_JOB } from './features/logs/purge-logs-job.ts';
import { openEncoders, type Encoders } from './knowledge/embed/open-encoders.ts';
import { createCrawlStore } from './knowledge/crawl/crawl-store.ts';
import type { CrawlJobDeps } from './knowledge/crawl/crawl-job.ts';
import { CRAWL_SITE_JOB, RECRAWL_SITES_JOB } from './knowledge/crawl/job-name.ts';
import { createExtractor } from './knowledge/extract/create-extractor.ts';
import type { IngestDeps } from './knowledge/ingest/ingest-document.ts';
import {
  EMBED_PASSAGES_JOB,
  INGEST_DOCUMENT_JOB,
  RECOUNT_WORDS_JOB,
} from './knowledge/ingest/job-names.ts';
import { SWEEP_FILES_JOB } from './knowledge/ingest/sweep-files-job.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { createLocalFileStore } from './platform/files/create-local-file-store.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { createJobQueue, type RunningJobQueue } from './platform/jobs/create-job-queue.ts';

/** What the server, the worker and the operator's scripts all stand on. */
export interface Services extends Pick<Encoders, 'encoder' | 'guardEncoder'> {
  config: Config;
  log: Logger;
  clock: Clock;
  /** What operators can read at `/metrics`. */
  metrics: Registry;
  database: Database;
  files: FileStore;
  jobs: RunningJobQueue;
  /** What reading a document takes. */
  ingest: IngestDeps;
  /** What reading a site takes. */
  crawl: CrawlJobDeps;
  /** `host:port` of sites that may be added although they are not public. */
  siteAllow: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens and migrates the database, and opens everything that stands on it.
 *
 * @throws StartupError in one line for the operator.
 */
export async function openServices(config: Config, log: Logger): Promise<Services> {
  const database = await openDatabase(config);
  try {
    await migrate(database.db, [
      { name: 'identity', folder: identityMigrations },
      { name: 'app', folder: new URL('../migrations/', import.meta.url) },
    ]);
    const clock = systemClock;
    const files = await createLocalFileStore(join(config.dataDir, 'files'));
    const names = [
      INGEST_DOCUMENT_JOB,
      EMBED_PASSAGES_JOB,
      RECOUNT_WORDS_JOB,
      CRAWL_SITE_JOB,
      RECRAWL_SITES_JOB,
      PURGE_LOGS_JOB,
      SWEEP_FILES_JOB,
    ];
    const jobs = await createJobQueue({ database, names, log });
    const { encoder, guardEncoder, close: closeEncoders } = openEncoders(config.embeddingModel);
    const ingest = { db: database.db, files, extract: createExtractor(), jobs, clock, log };
    const { siteAllow } = config;
    const store = createCrawlStore({ db: database.db, jobs, clock });
    const crawl = { store, log, allowed: new Set(siteAllow) };
    return {
      config,
      log,
      clock,
      metrics: new Registry(),
      database,
      files,
      jobs,
      ingest,
      crawl,
      siteAllow,
      encoder,
      guardEncoder,
      async close() {
        await jobs.stop();
        await closeEncoders();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
