import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import { splitSentences } from '../../../knowledge/split/split-sentences.ts';
import {
  type CareFinding,
  CERTAINTIES,
  type Certainty,
  chooseFinding,
  HELP_TOPICS,
  LIMITED,
} from '../care-topics.ts';
import { type CareWeights, loadCareWeights, scoreMessage } from './care-weights.ts';
import { createSpanishGlossary } from './gloss-spanish.ts';

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

/**
 * Finds by examples what no literal word tells, in the whole message and in its parts. Search embeds the whole
 * message anyway; only parts cost more, about 5 ms each. A failure of the encoder is logged without the message.
 * `embeddings` is the bundled encoder, on whose vectors the weights were fitted; without it nothing is found.
 */
export function createCareClassifier({
  embeddings,
  log,
  timeoutMs = CARE_TIMEOUT_MS,
}: {
  embeddings: Pick<EmbeddingModel, 'embed'> | undefined;
  log: Pick<Logger, 'warn'>;
  timeoutMs?: number;
}): CareClassifier {
  const weights = loadCareWeights();
  const gloss = createSpanishGlossary();
  return async ({ text: whole, isEnglish }, signal) => {
    if (embeddings === undefined) return null;
    const texts = [whole, ...listParts(whole)].map((text) => (isEnglish ? text : gloss(text)));
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const embed = (some: readonly string[]) => embeddings.embed(some, deadline);
      // By itself the whole message is what search embeds as well.
      const vectors = await Promise.all([embed(texts.slice(0, 1)), embed(texts.slice(1))]);
      const findings = vectors.flat().map((vector, index) => {
        const text = texts[index] ?? '';
        return readMessage(weights, { text, vector, isEnglish, isPart: index > 0 });
      });
      return chooseFinding(findings);
    } catch (error) {
      if (!signal.aborted) log.warn({ event: 'care_not_embedded', err: error });
      return null;
    }
  };
}

/** Parts of a message that are classified one by one, in a message of 500 characters. */
const PARTS_MAX = 8;
/** Words of a part within a sentence. Shorter ones lose the sport or school that makes them harmless. */
const WORDS_MIN = 7;
const BREAK = /[,;:]\s+|\s(?=(?:also|but|btw|anyways?|plus|además|pero|también)\s)/i;

/**
 * The sentences of a message, and of long ones the parts between commas; nothing when the message is
 * one part. Beside a question about college, one sentence of despair hardly moves the vector of the whole.
 */
function listParts(message: string): string[] {
  const parts = splitSentences(message).flatMap(({ text }) =>
    text.split(BREAK).reduce<string[]>((before, piece) => {
      const isShort = piece.split(/\s+/).length < WORDS_MIN;
      const last = isShort ? before.pop() : undefined;
      return [...before, last === undefined ? piece : `${last}, ${piece}`];
    }, []),
  );
  return parts.length > 1 ? parts.slice(0, PARTS_MAX) : [];
}

/**
 * By how much the score of a part must exceed a limit: without the rest, "he is 16 and forgets everything" looks worse
 * than it is.
 */
const PART_MARGIN = 2;

/**
 * Help where it is likely, and else what is likeliest of all that reach their limits: help, whatever its topic, and each
 * note. Parts are read for help alone.
 */
function readMessage(
  weights: CareWeights,
  message: { text: string; vector: Float32Array; isEnglish: boolean; isPart: boolean },
): CareFinding | null {
  const { isPart, isEnglish } = message;
  const limits = weights.limits[isEnglish ? 'en' : 'es'];
  const scores = scoreMessage(weights, message);
  const excess = (name: keyof typeof limits, level: Certainty) =>
    scores[name] - limits[name][level] - (isPart ? PART_MARGIN : 0);
  const names = isPart || excess('help', 'likely') >= 0 ? (['help'] as const) : LIMITED;
  const found = names.filter((name) => excess(name, 'possible') >= 0);
  if (found.length === 0) return null;
  const likeliest = <T extends keyof typeof scores>(all: readonly T[]) =>
    all.reduce((best, one) => (scores[one] > scores[best] ? one : best));
  const name = likeliest(found);
  const topic = name === 'help' ? likeliest(HELP_TOPICS) : name;
  const certainty = CERTAINTIES.findLast((level) => excess(name, level) >= 0) ?? 'possible';
  const odds = Math.exp(-excess(name, 'possible') / weights.outranking);
  return { topic, certainty, outrankedFrom: 1 / (1 + odds) };
}
