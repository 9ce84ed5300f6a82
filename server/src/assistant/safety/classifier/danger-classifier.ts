import { splitSentences } from '../../../knowledge/split/split-sentences.ts';
import { createClassifier, type Classifier, type ClassifierDeps } from './classifier.ts';
import {
  scoreByExamples,
  type DangerExamples,
  loadDangerExamples,
  measureLikeness,
} from './danger-examples.ts';

/** Finds messages of people who may be in danger. */
export type DangerClassifier = Classifier<Danger>;

/**
 * Finds crisis messages that no pattern knows, by the message and by its parts. Search embeds the whole
 * message anyway; only parts cost more, about 5 ms each.
 */
export function createDangerClassifier(deps: ClassifierDeps): DangerClassifier {
  const examples = loadDangerExamples();
  return createClassifier(deps, 'danger_not_sensed', async (text, embed) => {
    const [[whole], parts] = await Promise.all([embed([text]), embed(listParts(text))]);
    return whole === undefined ? null : classifyVectors({ whole, parts }, examples);
  });
}

/**
 * The danger that a message may speak of. `likely`: it is answered with help alone; `possible`: with help first, then
 * with what was asked.
 */
export interface Danger {
  topic: 'crisis' | 'abuse';
  certainty: 'likely' | 'possible';
}

/**
 * By how much the score of a part must exceed a limit, in the natural logarithm of the odds: without the
 * rest, "he is 16 and forgets everything" looks worse than it is.
 */
const PART_MARGIN = 1;

/** The label of the whole message or of its highest-scoring part; null for an ordinary message. */
function classifyVectors(
  { whole, parts }: { whole: Float32Array; parts: readonly Float32Array[] },
  examples: DangerExamples,
): Danger | null {
  const { likely, possible } = examples.limits;
  const score = (vector: Float32Array, margin: number) => {
    const likeness = measureLikeness(examples.vectors, vector);
    return { likeness, score: scoreByExamples(examples.danger, likeness) - margin };
  };
  const scored = [score(whole, 0), ...parts.map((part) => score(part, PART_MARGIN))];
  const [highest] = scored.toSorted((a, b) => b.score - a.score);
  if (highest === undefined || !(highest.score >= possible)) return null;
  return {
    topic: scoreByExamples(examples.abuse, highest.likeness) > 0 ? 'abuse' : 'crisis',
    certainty: highest.score >= likely ? 'likely' : 'possible',
  };
}

/** Parts that are classified one by one, in a message of 500 characters. */
const PARTS_MAX = 8;
/**
 * Words of a part within a sentence. Shorter ones lose the sport or school that makes them harmless:
 * chosen by leaving examples out.
 */
const WORDS_MIN = 7;
const BREAK = /[,;:]\s+|\s(?=(?:also|but|btw|anyways?|plus)\s)/i;

/**
 * The sentences of a message, and of long ones the parts between commas; nothing when the message is
 * one part. Beside a question about college, one sentence of despair hardly moves the vector of the whole.
 */
export function listParts(message: string): string[] {
  const parts = splitSentences(message).flatMap(({ text }) => splitSentence(text));
  return parts.length > 1 ? parts.slice(0, PARTS_MAX) : [];
}

/** A part with few words belongs to the one before. */
function splitSentence(sentence: string): string[] {
  const parts: string[] = [];
  for (const piece of sentence.split(BREAK)) {
    const isShort = piece.split(/\s+/).length < WORDS_MIN;
    const last = parts.pop();
    if (last !== undefined) parts.push(...(isShort ? [`${last}, ${piece}`] : [last, piece]));
    else parts.push(piece);
  }
  return parts;
}
