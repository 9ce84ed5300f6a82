import { deleteUsageBefore } from '../assistant/generate/token-budget.ts';
import { createQuestionWriter } from '../assistant/generate/write-questions.ts';
import { type Context, STARTER_FOLDER } from '../context.ts';
import { createGenerateQuestionsJob } from '../documents/generate-questions-job.ts';
import { createIngestJob, INGEST_DOCUMENT_JOB } from '../documents/ingest-document.ts';
import { loadStarterDocuments } from '../documents/starter-documents.ts';
import { createSweepFilesJob } from '../documents/sweep-files-job.ts';
import { createConsentStore } from '../features/consent/consent-store.ts';
import { createDigestLogsJob, DIGEST_LOGS_JOB } from '../features/logs/digest-logs-job.ts';
import { createLogDigestStore } from '../features/logs/digest-store.ts';
import { createLogStore } from '../features/logs/log-store.ts';
import { createPurgeLogsJob } from '../features/logs/purge-logs-job.ts';
import {
  createIndexJobs,
  EMBED_PASSAGES_JOB,
  RECOUNT_WORDS_JOB,
} from '../knowledge/index/index-jobs.ts';
import { createCrawlJob, createRecrawlJob } from '../sites/crawl/crawl-job.ts';
import { CRAWL_SITE_JOB } from '../sites/site-store.ts';
import { openModel } from './open-assistant.ts';

/**
 * Does the background work in this process: what an earlier one left behind, the documents that
 * come with the product, then whatever is queued.
 */
export async function workOnJobs(context: Context): Promise<void> {
  const { config, jobs, files, ingest, documents, sites, encoder, readyVectors, log, clock } =
    context;
  const { db } = context.database;
  const logs = createLogStore(db);
  const model = config.chatModel && openModel(context, config.chatModel);
  await jobs.work([
    createIngestJob(ingest),
    createGenerateQuestionsJob({
      ...ingest,
      db,
      writeQuestions: model && createQuestionWriter({ ...model, ...context.own.domains[0], log }),
      sectionsMax: config.limits.questionSections,
    }),
    ...createIndexJobs({
      db,
      sources: [documents, sites],
      embeddings: encoder?.forPassages,
      ready: readyVectors,
      log,
    }),
    createCrawlJob({ sites, log, allowed: new Set(config.siteAllow) }),
    createRecrawlJob({ sites, clock, log, hours: config.siteRecrawlHours }),
    createDigestLogsJob({ logs, digests: createLogDigestStore(db), log }),
    createPurgeLogsJob({
      logs,
      consents: createConsentStore(db),
      deleteUsageBefore: (day) => deleteUsageBefore(db, day),
      clock,
      log,
      retentionDays: config.logRetentionDays,
      publicConsentDays: config.publicConsentDays,
    }),
    createSweepFilesJob({ documents, files, clock, log }),
  ]);
  // Listed before the starter documents are queued: those come with a job of their own.
  const pending = await documents.listPending();
  const crawls = await sites.listUnfinishedCrawls();
  const starters = await loadStarterDocuments(ingest, STARTER_FOLDER);
  for (const documentId of pending) await jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId });
  for (const payload of crawls) await jobs.enqueue(CRAWL_SITE_JOB, payload);
  await jobs.enqueue(RECOUNT_WORDS_JOB, {});
  await jobs.enqueue(DIGEST_LOGS_JOB, {});
  if (encoder !== undefined) await jobs.enqueue(EMBED_PASSAGES_JOB, {});
  log.info({ event: 'work_resumed', pending: pending.length, sites: crawls.length, starters });
}
