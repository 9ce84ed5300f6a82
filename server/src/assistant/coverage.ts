import { chanceOf, listSections } from '../knowledge/search/list-sections.ts';
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

/**
 * The band of a search result. Below `floor` nothing is covered, unless the question stands alone and its two best
 * sections together are as likely as an answer has to be: then both are shown as what may fit. To a later question
 * the one before it lends its own section, so that two prove nothing.
 */
export function decideBand(
  result: Pick<SearchResult, 'hits' | 'isAbsent'>,
  { sure, floor }: Decision = defaultDecision(),
  { isLater = false } = {},
): Band {
  const [first, second] = listSections(result.hits);
  if (result.isAbsent || first === undefined) return 'not_covered';
  const probability = measureSupport(result);
  if (probability >= sure) return 'answered';
  const ofBoth = isLater ? 0 : probability + chanceOf(second ?? []);
  return probability >= floor || ofBoth >= sure ? 'closest' : 'not_covered';
}
