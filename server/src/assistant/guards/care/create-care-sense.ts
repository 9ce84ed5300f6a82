import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import { judgeTopic } from './judge-topic.ts';
import { loadTopicWeights, type SensedTopic } from './load-topic-weights.ts';

/** After this silence the patterns' word stands alone. */
const PATIENCE_MS = 1_000;

/** The care topic a message sounds like, or null. Never rejects: null, too, when nothing could tell. */
export type CareSense = (text: string, signal: AbortSignal) => Promise<SensedTopic | null>;

/**
 * Hears care topics that no pattern knows, by the meaning of the message. `embeddings` is the bundled
 * encoder, whose vectors the weights were learned from.
 */
export function createCareSense(deps: {
  embeddings: Pick<EmbeddingModel, 'embed'>;
  log: Pick<Logger, 'warn'>;
  patienceMs?: number;
}): CareSense {
  const { embeddings, log, patienceMs = PATIENCE_MS } = deps;
  const weights = loadTopicWeights();
  return async (text, signal) => {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      const [vector] = await embeddings.embed([text], deadline);
      return vector === undefined ? null : judgeTopic(vector, weights);
    } catch (error) {
      if (!signal.aborted) log.warn({ event: 'care_not_sensed', err: error });
      return null;
    }
  };
}
