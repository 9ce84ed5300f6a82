import type { SearchResult } from '../knowledge/search/passage.ts';

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
 * under the curve of .96 and .92). Words alone: the same measure without its cosine part.
 */
export const DEFAULT_BANDS: Bands = {
  withVectors: { closest: 1.1, answered: 1.5 },
  wordsOnly: { closest: 0.55, answered: 0.8 },
};

const COSINE_WEIGHT = 1.5;

/**
 * Best BM25 / Σ idf of the question's words + 1.5 · best cosine. The first part lies in [0, 2.2]; a
 * question of stop words alone has 0.
 */
export function measureBand({ hits, terms }: SearchResult): { value: number; hasVectors: boolean } {
  const totalIdf = terms.reduce((sum, { idf }) => sum + idf, 0);
  const bestBm25 = hits.reduce((best, { bm25 }) => Math.max(best, bm25), 0);
  const cosines = hits.flatMap(({ cosine }) => (cosine === null ? [] : [cosine]));
  const words = totalIdf === 0 ? 0 : bestBm25 / totalIdf;
  const hasVectors = cosines.length > 0;
  return { value: words + (hasVectors ? COSINE_WEIGHT * Math.max(0, ...cosines) : 0), hasVectors };
}

/** The band of a search result. */
export function decideBand(result: SearchResult, bands: Bands = DEFAULT_BANDS): Band {
  const { value, hasVectors } = measureBand(result);
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  if (value < closest || result.hits.length === 0) return 'not_covered';
  return value < answered ? 'closest' : 'answered';
}
