import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { embedMissingPassages } from '../index/embed-missing-passages.ts';
import { recountWords } from '../index/recount-words.ts';
import { giveUpDocument, ingestDocument, type IngestDeps } from './ingest-document.ts';
import { EMBED_PASSAGES_JOB, INGEST_DOCUMENT_JOB, RECOUNT_WORDS_JOB } from './job-names.ts';

/** A vector that was missed, for whatever reason, is missing for a day at most. */
const NIGHTLY = '11 4 * * *';

/**
 * The background work of documents: reading them, then filling in their vectors when there is a model;
 * and counting words anew after an upgrade.
 */
export function createIngestionJobs(
  deps: IngestDeps & { embeddings: EmbeddingModel | undefined },
): JobHandler[] {
  const { db, embeddings, log } = deps;
  return [
    {
      name: INGEST_DOCUMENT_JOB,
      async handle({ documentId }, signal) {
        if (documentId === undefined || !(await isWaiting(db, documentId))) return;
        await ingestDocument(deps, documentId, signal);
      },
      async giveUp({ documentId = '' }) {
        await giveUpDocument(deps, documentId);
      },
    },
    {
      name: RECOUNT_WORDS_JOB,
      async handle(_, signal) {
        await recountWords({ db, log }, signal);
      },
    },
    {
      name: EMBED_PASSAGES_JOB,
      cron: NIGHTLY,
      async handle({ documentId, siteId }, signal) {
        if (embeddings === undefined) return;
        await embedMissingPassages({ db, embeddings, log }, { documentId, siteId }, signal);
      },
    },
  ];
}

/** After a crash a document may be queued more than once; what is done is not done again. */
async function isWaiting(db: Kysely<Tables>, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .where('status', '!=', 'Ready')
    .executeTakeFirst();
  return row !== undefined;
}
