import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { embedMissing } from './embed-missing.ts';
import type { ReadyVectors } from './ready-vectors.ts';
import { type RecountedSources, recountWords } from './recount-words.ts';

/** Gives passages and sections their vectors: payload `{documentId}`, `{siteId}`, or `{}` for all that lack one. */
export const EMBED_PASSAGES_JOB = 'embed-passages';
/** Counts the words of sources anew that were counted by older rules: no payload. */
export const RECOUNT_WORDS_JOB = 'recount-words';

/** A vector that was missed, for whatever reason, is missing for a day at most. */
const NIGHTLY = '11 4 * * *';

/** Fills in vectors when there is a model, and counts words anew after an upgrade. */
export function createIndexJobs(deps: {
  db: Kysely<Tables>;
  sources: readonly RecountedSources[];
  embeddings: EmbeddingModel | undefined;
  ready: ReadyVectors | undefined;
  log: Logger;
}): JobHandler[] {
  const { db, embeddings, ready, log } = deps;
  return [
    {
      name: RECOUNT_WORDS_JOB,
      async handle(_, signal) {
        await recountWords(deps, signal);
      },
    },
    {
      name: EMBED_PASSAGES_JOB,
      cron: NIGHTLY,
      async handle({ documentId, siteId }, signal) {
        if (embeddings === undefined) return;
        await embedMissing({ db, embeddings, ready, log }, { documentId, siteId }, signal);
      },
    },
  ];
}
