import type { SearchResult } from '../knowledge/search/passage.ts';
import { loadRankingWeights, type RankingWeights } from '../knowledge/search/ranking-weights.ts';

/** How far the sources cover a question. */
export type Band = 'answered' | 'closest' | 'not_covered';

/** From which probability of the best section on a question is answered, and below which nothing is covered. */
export type Decision = RankingWeights['decision'];

/** The measured limits. */
export function defaultDecision(): Decision {
  return loadRankingWeights().decision;
}

/** The chance in [0, 1] that the sources answer; 0 where the question is about an absent topic. */
export function measureSupport({
  hits: [best],
  isAbsent,
}: Pick<SearchResult, 'hits' | 'isAbsent'>): number {
  return isAbsent ? 0 : (best?.probability ?? 0);
}

/** The band of a search result. */
export function decideBand(
  result: Pick<SearchResult, 'hits' | 'isAbsent'>,
  { sure, floor }: Decision = defaultDecision(),
): Band {
  if (result.isAbsent || result.hits.length === 0) return 'not_covered';
  const probability = measureSupport(result);
  if (probability < floor) return 'not_covered';
  return probability < sure ? 'closest' : 'answered';
}
