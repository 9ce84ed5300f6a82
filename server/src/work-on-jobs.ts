import { createPurgeLogsJob } from './features/logs/purge-logs-job.ts';
import { createCrawlJob } from './knowledge/crawl/crawl-job.ts';
import { CRAWL_SITE_JOB } from './knowledge/crawl/job-name.ts';
import { createRecrawlJob } from './knowledge/crawl/recrawl-job.ts';
import { createIngestionJobs } from './knowledge/ingest/ingestion-job.ts';
import {
  EMBED_PASSAGES_JOB,
  INGEST_DOCUMENT_JOB,
  RECOUNT_WORDS_JOB,
} from './knowledge/ingest/job-names.ts';
import { listPendingDocuments } from './knowledge/ingest/list-pending-documents.ts';
import { loadStarterDocuments } from './knowledge/ingest/load-starter-documents.ts';
import { createSweepFilesJob } from './knowledge/ingest/sweep-files-job.ts';
import type { Services } from './services.ts';

const STARTER_FOLDER = new URL('../../knowledge-base/', import.meta.url);

/**
 * Does the background work in this process: what an earlier one left behind, the documents that
 * come with the product, then whatever is queued.
 */
export async function workOnJobs(services: Services): Promise<void> {
  const { config, jobs, files, ingest, crawl, encoder, log, clock, database } = services;
  const { db } = database;
  await jobs.work([
    ...createIngestionJobs({ ...ingest, embeddings: encoder?.forPassages }),
    createCrawlJob(crawl),
    createRecrawlJob({ db, jobs, clock, log, hours: config.siteRecrawlHours }),
    createPurgeLogsJob({ db, clock, log, retentionDays: config.logRetentionDays }),
    createSweepFilesJob({ db, files, clock, log }),
  ]);
  // Listed before the starter documents are queued: those come with a job of their own.
  const pending = await listPendingDocuments(db);
  const crawls = await crawl.store.listUnfinished();
  const loaded = await loadStarterDocuments(ingest, STARTER_FOLDER);
  for (const documentId of pending) await jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId });
  for (const payload of crawls) await jobs.enqueue(CRAWL_SITE_JOB, payload);
  await jobs.enqueue(RECOUNT_WORDS_JOB, {});
  if (encoder !== undefined) await jobs.enqueue(EMBED_PASSAGES_JOB, {});
  log.info({
    event: 'work_resumed',
    pending: pending.length,
    sites: crawls.length,
    starters: loaded,
  });
}
