import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { embedMissingPassages } from '../index/embed-missing-passages.ts';
import { ingestDocument, type IngestDeps } from './ingest-document.ts';
import { EMBED_PASSAGES_JOB, INGEST_DOCUMENT_JOB } from './job-names.ts';

const INGEST_EXPIRES_SECONDS = 300;
/** The largest document takes about 25 minutes with the bundled encoder. */
const EMBED_EXPIRES_SECONDS = 3_600;

/** The background work of documents: reading them, then filling in their vectors when there is a model. */
export function createIngestionJobs(
  deps: IngestDeps & { embeddings: EmbeddingModel | undefined },
): JobHandler[] {
  const { db, embeddings, log } = deps;
  return [
    {
      name: INGEST_DOCUMENT_JOB,
      expireInSeconds: INGEST_EXPIRES_SECONDS,
      async handle({ documentId }, signal) {
        if (documentId !== undefined) await ingestDocument(deps, documentId, signal);
      },
    },
    {
      name: EMBED_PASSAGES_JOB,
      expireInSeconds: EMBED_EXPIRES_SECONDS,
      async handle({ documentId }, signal) {
        if (embeddings === undefined) return;
        await embedMissingPassages({ db, embeddings, log }, { documentId }, signal);
      },
    },
  ];
}
