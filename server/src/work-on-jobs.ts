import { createIngestionJobs } from './knowledge/ingest/ingestion-job.ts';
import { EMBED_PASSAGES_JOB, INGEST_DOCUMENT_JOB } from './knowledge/ingest/job-names.ts';
import { listPendingDocuments } from './knowledge/ingest/list-pending-documents.ts';
import { loadStarterDocuments } from './knowledge/ingest/load-starter-documents.ts';
import type { Services } from './services.ts';

const STARTER_FOLDER = new URL('../../knowledge-base/', import.meta.url);

/**
 * Does the background work in this process: what an earlier one left behind, the documents that
 * come with the product, then whatever is queued.
 */
export async function workOnJobs(services: Services): Promise<void> {
  const { jobs, ingest, encoder, log, database } = services;
  await jobs.work(createIngestionJobs({ ...ingest, embeddings: encoder?.forPassages }));
  // Listed before the starter documents are queued: those come with a job of their own.
  const pending = await listPendingDocuments(database.db);
  const loaded = await loadStarterDocuments(ingest, STARTER_FOLDER);
  for (const documentId of pending) await jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId });
  if (encoder !== undefined) await jobs.enqueue(EMBED_PASSAGES_JOB, {});
  log.info({ event: 'work_resumed', pending: pending.length, starters: loaded });
}
