import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import {
  CERTAINTIES,
  type CareFinding,
  type CareTopic,
  chooseFinding,
  HELP_TOPICS,
  needsHelp,
  NOTE_TOPICS,
} from '../care-topics.ts';
import { type CareWeights, type Limited, loadCareWeights, scoreMessage } from './care-weights.ts';
import { createSpanishGlossary } from './gloss-spanish.ts';
import { listParts } from './message-parts.ts';

/** An encoder that is slower than this leaves the message to its literal words. */
export const CARE_TIMEOUT_MS = 1_000;

/**
 * Tells what a message needs, null for an ordinary one, and where the encoder failed. One that is not English is
 * Spanish, which is read word by word in English. Never rejects.
 */
export type CareClassifier = (
  message: { text: string; isEnglish: boolean },
  signal: AbortSignal,
) => Promise<CareFinding | null>;

/** What a classifier works with. */
export interface ClassifierDeps {
  /** The bundled encoder, on whose vectors the weights were fitted. Undefined: nothing is found. */
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
  timeoutMs = CARE_TIMEOUT_MS,
}: ClassifierDeps): CareClassifier {
  const careWeights = loadCareWeights();
  const gloss = createSpanishGlossary();
  const embed = async (texts: string[], signal: AbortSignal) => {
    if (embeddings === undefined) return [];
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // By itself the whole message is what search embeds as well.
      const [whole, parts] = await Promise.all(
        [texts.slice(0, 1), texts.slice(1)].map((some) => embeddings.embed(some, deadline)),
      );
      return [...(whole ?? []), ...(parts ?? [])];
    } catch (error) {
      if (!signal.aborted) log.warn({ event: 'care_not_embedded', err: error });
      return [];
    }
  };
  return async ({ text, isEnglish }, signal) => {
    const texts = [text, ...listParts(text)];
    const read = isEnglish ? texts : texts.map(gloss);
    const vectors = await embed(read, signal);
    const findings = vectors.map((vector, index) =>
      readMessage(careWeights, { text: read[index] ?? '', vector, isEnglish, isPart: index > 0 }),
    );
    return chooseFinding(findings);
  };
}

/**
 * By how much the score of a part must exceed a limit: without the rest, "he is 16 and forgets everything" looks worse
 * than it is.
 */
const PART_MARGIN = 2;

/**
 * Help of the likeliest topic where one limit over all help is reached; else the note that exceeds its own limit by
 * most, which also counts where it is likelier than help that is only possible. Parts are read for help alone.
 */
function readMessage(
  careWeights: CareWeights,
  message: { text: string; vector: Float32Array; isEnglish: boolean; isPart: boolean },
): CareFinding | null {
  const { isPart, isEnglish, text, vector } = message;
  const { outranking, limits: ofLanguages } = careWeights;
  const limits = isEnglish ? ofLanguages.en : ofLanguages.es;
  const scores = scoreMessage(careWeights, { text, vector });
  const find = (topic: CareTopic, name: Limited, margin: number): CareFinding | null => {
    const score = scores[name] - margin;
    const certainty = CERTAINTIES.findLast((level) => score >= limits[name][level]);
    if (certainty === undefined) return null;
    const excess = (score - limits[name].possible) / outranking;
    return { topic, certainty, outrankedFrom: 1 / (1 + Math.exp(-excess)) };
  };
  const helpTopic = maxBy(HELP_TOPICS, (topic) => scores[topic]);
  const help = find(helpTopic, 'help', isPart ? PART_MARGIN : 0);
  if (isPart || needsHelp(help)) return help;
  const noteTopic = maxBy(NOTE_TOPICS, (topic) => scores[topic] - limits[topic].possible);
  const note = find(noteTopic, noteTopic, 0);
  return scores[noteTopic] > scores.help ? (note ?? help) : (help ?? note);
}

function maxBy<T>(all: readonly T[], measure: (one: T) => number): T {
  return all.reduce((best, one) => (measure(one) > measure(best) ? one : best));
}
