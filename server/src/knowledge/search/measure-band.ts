import type { QuestionTerm, SearchResult } from './passage.ts';
import type { Concept } from './question-concepts.ts';
import { loadRankingWeights, type RankingWeights } from './ranking-weights.ts';

/** What the question's words mean, with their weight in the collection. */
export type QuestionWords = readonly Concept[];

/** Weighs a question by the words that search saw; stop words are left out. */
export function weighQuestion(terms: readonly QuestionTerm[]): QuestionWords {
  return terms
    .filter(({ idf }) => idf > 0)
    .map(({ term, idf, concept }) => concept ?? { weight: idf, shares: new Map([[term, 1]]) });
}

/**
 * How well passages fit a question, from which the chance of the best one is made:
 * (w · BM25 / Σ weight of the question's words + c · coverage) · (words / usual)^p of the passage where that is
 * highest, + the best cosine; w, c, usual and p are the weights. Of a question of more words less is found in any
 * passage, and of one of fewer more. A word weighs what its concept does, so a colloquial one no more than the
 * documents' words for it, and a filler nothing. A question of stop words alone has 0 in its first part.
 */
export function measureBand(
  { hits, terms }: Pick<SearchResult, 'hits' | 'terms'>,
  weights: RankingWeights['bands'] = loadRankingWeights().bands,
): { value: number; hasVectors: boolean } {
  const words = weighQuestion(terms).filter(({ weight }) => weight > 0);
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  const cosines = hits.flatMap(({ cosine }) => (cosine === null ? [] : [cosine]));
  const held = hits.map(
    ({ bm25, coverage }) => (weights.words * bm25) / whole + weights.coverage * coverage,
  );
  const length = (words.length / weights.usualTerms) ** weights.lengthPower;
  const inWords = whole === 0 ? 0 : Math.max(0, ...held) * length;
  return { value: inWords + Math.max(0, ...cosines), hasVectors: cosines.length > 0 };
}
