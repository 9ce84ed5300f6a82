import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import type { ReadyVectors } from './ready-vectors.ts';
import {
  countMissingSections,
  embedMissingSections,
  removeOtherCentres,
} from './section-vector-store.ts';
import {
  countMissingPassages,
  embedMissingPassages,
  type PassageScope,
  removeOtherVectors,
} from './vector-store.ts';

/** What has no vector of a model yet. */
export interface MissingVectors {
  passages: number;
  sections: number;
  /** Texts that a model has to embed for them: the passages, and the sections' questions. */
  texts: number;
}

/**
 * Gives every passage and every section of the scope that lacks a vector of this model its vector, first those
 * that are ready-made. It can be stopped at any time and goes on where it stood. `onProgress` is told how many
 * texts are done.
 *
 * @returns how many vectors were stored.
 * @throws what the model throws, and DimensionsUnfit.
 */
export async function embedMissing(
  deps: {
    db: Kysely<Tables>;
    embeddings: EmbeddingModel;
    ready: ReadyVectors | undefined;
    log: Logger;
  },
  { onProgress, ...scope }: PassageScope & { onProgress?(texts: number): void },
  signal: AbortSignal,
): Promise<number> {
  const passages = await embedMissingPassages(
    deps,
    { ...scope, ...(onProgress && { onProgress }) },
    signal,
  );
  const sections = await embedMissingSections(
    deps,
    { ...scope, onProgress: (questions) => onProgress?.(passages + questions) },
    signal,
  );
  deps.log.info({ event: 'sections_embedded', sections });
  return passages + sections;
}

/** How many vectors of this model the scope lacks. */
export async function countMissing(
  db: Kysely<Tables>,
  model: string,
  scope: PassageScope,
): Promise<MissingVectors> {
  const passages = await countMissingPassages(db, model, scope);
  const { sections, questions } = await countMissingSections(db, model, scope);
  return { passages, sections, texts: passages + questions };
}

/** Drops the vectors of all other models. @returns how many went. */
export async function removeOtherModels(db: Kysely<Tables>, model: string): Promise<number> {
  return (await removeOtherVectors(db, model)) + (await removeOtherCentres(db, model));
}
