import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import { judgeVectors, type Danger } from './judge-vectors.ts';
import { listParts } from './list-parts.ts';
import { loadDangerExamples } from './load-danger-examples.ts';

/** After this silence the patterns' word stands alone. */
const PATIENCE_MS = 1_000;

/** What a message sounds like, or null for ordinary talk. Never rejects: null, too, when nothing could tell. */
export type DangerSense = (text: string, signal: AbortSignal) => Promise<Danger | null>;

/**
 * Hears cries for help that no pattern knows, by the meaning of the message and of its parts. `embeddings`
 * is the bundled encoder, whose vectors the examples have. Search embeds the whole message anyway; only
 * parts cost more, about 5 ms each.
 */
export function createDangerSense(deps: {
  embeddings: Pick<EmbeddingModel, 'embed'>;
  log: Pick<Logger, 'warn'>;
  patienceMs?: number;
}): DangerSense {
  const { embeddings, log, patienceMs = PATIENCE_MS } = deps;
  const examples = loadDangerExamples();
  return async (text, signal) => {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      const [[whole], parts] = await Promise.all([
        embeddings.embed([text], deadline),
        embeddings.embed(listParts(text), deadline),
      ]);
      return whole === undefined ? null : judgeVectors({ whole, parts }, examples);
    } catch (error) {
      if (!signal.aborted) log.warn({ event: 'danger_not_sensed', err: error });
      return null;
    }
  };
}
