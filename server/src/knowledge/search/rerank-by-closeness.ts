import { toTerms } from '../words/to-terms.ts';
import type { WeightedTerm } from './choose-terms.ts';
import type { PassageHit } from './passage.ts';

/** Found by measurement: together they bring the right passage first for 3 of 100 questions more. */
const SENTENCE_WEIGHT = 0.5;
const PAIR_WEIGHT = 0.3;
const SENTENCE_END = /(?<=[.!?]["'”’)]*)\s+|\n/;

/**
 * Orders the best passages anew by how close together they hold the question's words: the share of
 * the question's weight that their best sentence has, and the share of the question's neighbouring
 * words that stand side by side.
 */
export function rerankByCloseness(
  hits: readonly PassageHit[],
  question: { terms: readonly WeightedTerm[]; sequence: readonly string[] },
): PassageHit[] {
  const weights = new Map(question.terms.map(({ term, expanded }) => [term, expanded]));
  const whole = question.terms.reduce((sum, { asked }) => sum + asked, 0) || 1;
  const pairs = new Set(pairUp(question.sequence));
  return hits
    .map((hit) => {
      const sentences = hit.passage.text.split(SENTENCE_END).map(toTerms);
      const closest = Math.max(0, ...sentences.map((sentence) => sumWeights(sentence, weights)));
      const found = new Set(pairUp(sentences.flat())).intersection(pairs);
      const score =
        hit.score +
        (SENTENCE_WEIGHT * closest) / whole +
        (PAIR_WEIGHT * found.size) / (pairs.size || 1);
      return { ...hit, score };
    })
    .toSorted((a, b) => b.score - a.score);
}

function sumWeights(terms: readonly string[], weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of new Set(terms)) sum += weights.get(term) ?? 0;
  return sum;
}

function pairUp(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, index) => `${terms[index]} ${term}`);
}
