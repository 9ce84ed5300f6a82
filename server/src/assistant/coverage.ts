import type { SearchResult } from '../knowledge/search/passage.ts';
import { loadRankingWeights, type RankingWeights } from '../knowledge/search/ranking-weights.ts';
import { weighQuestion } from './quote/score-units.ts';

/** How far the sources cover a question. */
export type Band = 'answered' | 'closest' | 'not_covered';

/** Lower bounds of a band pair: below `closest` nothing is covered, from `answered` on it is. */
export interface BandLimits {
  closest: number;
  answered: number;
}

/** Limits with vectors, and for search on words alone. */
export interface Bands {
  withVectors: BandLimits;
  wordsOnly: BandLimits;
}

/**
 * The measured limits. With vectors: on SQuAD and the domain handbook (an absent topic is told apart with an
 * area under the curve of .97). Words alone: the same measure without its cosine part.
 */
export function defaultBands(): Bands {
  const { withVectors, wordsOnly } = loadRankingWeights().bands;
  return { withVectors, wordsOnly };
}

/**
 * (w · BM25 / Σ weight of the question's words + c · coverage) · (words / usual)^p of the passage where that is
 * highest, + the best cosine; w, c, usual and p are the weights. Of a question of more words less is found in any
 * passage, and of one of fewer more. A word weighs what its concept does, so a colloquial one no more than the
 * documents' words for it, and a filler nothing. A question of stop words alone has 0 in its first part.
 */
export function measureBand(
  { hits, terms }: SearchResult,
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

/** The band of a search result. */
export function decideBand(
  result: SearchResult,
  bands: Bands = defaultBands(),
  weights: RankingWeights['bands'] = loadRankingWeights().bands,
): Band {
  const { value, hasVectors } = measureBand(result, weights);
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  if (value < closest || result.hits.length === 0) return 'not_covered';
  return value < answered ? 'closest' : 'answered';
}
