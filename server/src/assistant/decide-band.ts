import type { SearchResult } from '../knowledge/search/passage.ts';
import { weighQuestion } from './compose/question-words.ts';

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
 * With vectors: measured on SQuAD and the domain handbook (an absent topic is told apart with an area
 * under the curve of .97). Words alone: the same measure without its cosine part.
 */
export const DEFAULT_BANDS: Bands = {
  withVectors: { closest: 0.85, answered: 1.2 },
  wordsOnly: { closest: 0.55, answered: 0.75 },
};

/** Shares of what exact words and what words with their synonyms say. */
const WORDS_WEIGHT = 0.5;
const COVERAGE_WEIGHT = 0.6;
/** Of a question of more words less is found in any passage, and of one of fewer more. */
const USUAL_TERMS = 5;
const LENGTH_POWER = 0.45;

/**
 * (0.5 · BM25 / Σ weight of the question's words + 0.6 · coverage) · (words / 5)^0.45 of the passage where
 * that is most, + the best cosine. A word weighs what its concept does, so a colloquial one no more than
 * the documents' words for it, and a filler nothing. A question of stop words alone has 0 in its first
 * part. Found by measurement, as were the bands.
 */
export function measureBand({ hits, terms }: SearchResult): { value: number; hasVectors: boolean } {
  const words = weighQuestion(terms).filter(({ weight }) => weight > 0);
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  const cosines = hits.flatMap(({ cosine }) => (cosine === null ? [] : [cosine]));
  const held = hits.map(
    ({ bm25, coverage }) => (WORDS_WEIGHT * bm25) / whole + COVERAGE_WEIGHT * coverage,
  );
  const length = (words.length / USUAL_TERMS) ** LENGTH_POWER;
  const inWords = whole === 0 ? 0 : Math.max(0, ...held) * length;
  return { value: inWords + Math.max(0, ...cosines), hasVectors: cosines.length > 0 };
}

/** The band of a search result. */
export function decideBand(result: SearchResult, bands: Bands = DEFAULT_BANDS): Band {
  const { value, hasVectors } = measureBand(result);
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  if (value < closest || result.hits.length === 0) return 'not_covered';
  return value < answered ? 'closest' : 'answered';
}
