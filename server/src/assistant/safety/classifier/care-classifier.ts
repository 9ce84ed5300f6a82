import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import {
  CARE_TOPICS,
  CERTAINTIES,
  type CareFinding,
  chooseFinding,
  isHelpTopic,
} from '../care-topics.ts';
import { loadCareWeights, type Reading, scoreClasses, scoreTopics } from './care-weights.ts';
import { listFeatures } from './message-features.ts';
import { listParts } from './message-parts.ts';

/** An encoder that is slower than this leaves the message to its literal words. */
const TIMEOUT_MS = 1_000;

/**
 * Tells what a message needs, null for an ordinary one. `isEnglish`: whether the encoder, which knows no other
 * language, may read it; a message in Spanish is told by its words and letters. Never rejects.
 */
export type CareClassifier = (
  message: { text: string; isEnglish: boolean },
  signal: AbortSignal,
) => Promise<CareFinding | null>;

/** What a classifier works with. */
export interface ClassifierDeps {
  /** The bundled encoder, on whose vectors the weights were fitted. Undefined: nothing reads English. */
  embeddings: Pick<EmbeddingModel, 'embed'> | undefined;
  log: Pick<Logger, 'warn'>;
  timeoutMs?: number;
}

/**
 * Finds by examples what no literal word tells, in the whole message and in its parts. Search embeds the whole
 * message anyway; only parts cost more, about 5 ms each. A failure of the encoder is logged without the message.
 */
export function createCareClassifier({
  embeddings,
  log,
  timeoutMs = TIMEOUT_MS,
}: ClassifierDeps): CareClassifier {
  const weights = loadCareWeights();
  const embed = async (texts: string[], signal: AbortSignal) => {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // By itself the whole message is what search embeds as well.
      const [whole, parts] = await Promise.all(
        [texts.slice(0, 1), texts.slice(1)].map((some) => embeddings?.embed(some, deadline) ?? []),
      );
      return [...(whole ?? []), ...(parts ?? [])];
    } catch (error) {
      if (!signal.aborted) log.warn({ event: 'care_not_embedded', err: error });
      return [];
    }
  };
  return async ({ text, isEnglish }, signal) => {
    const texts = [text, ...listParts(text)];
    const vectors = isEnglish ? await embed(texts, signal) : [];
    const findings = texts.map((one, index) => {
      const vector = vectors[index] ?? null;
      const reading = isEnglish ? weights.vector : weights.text;
      const isRead = vector !== null || !isEnglish;
      return isRead ? readMessage(reading, { text: one, vector, isPart: index > 0 }) : null;
    });
    return chooseFinding(findings);
  };
}

/**
 * By how much the score of a part must exceed a limit: without the rest, "he is 16 and forgets everything" looks worse
 * than it is.
 */
const PART_MARGIN = 1;

/** The topic that exceeds its own limit by most, help before notes. Parts are read for help alone. */
function readMessage(
  { weights, limits }: Reading,
  { text, vector, isPart }: { text: string; vector: Float32Array | null; isPart: boolean },
): CareFinding | null {
  const read = { features: listFeatures(text), vector: vector ? toUnitLength(vector) : null };
  const scores = scoreTopics(scoreClasses(weights, read));
  const margin = isPart ? PART_MARGIN : 0;
  const found = CARE_TOPICS.filter((topic) => !isPart || isHelpTopic(topic)).flatMap((topic) => {
    const reached = CERTAINTIES.filter((level) => scores[topic] - margin >= limits[topic][level]);
    const certainty = reached.at(-1);
    const excess = scores[topic] - limits[topic].possible;
    return certainty === undefined ? [] : [{ topic, certainty, excess }];
  });
  const help = found.filter(({ topic }) => isHelpTopic(topic));
  const [best] = (help.length > 0 ? help : found).toSorted((a, b) => b.excess - a.excess);
  return best === undefined ? null : { topic: best.topic, certainty: best.certainty };
}

/** The same direction with length 1. */
export function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
