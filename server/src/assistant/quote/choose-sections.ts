import type { PassageHit, SearchResult } from '../../knowledge/search/passage.ts';
import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { type Asked, measureNovelty } from './score-units.ts';

/** The found passages under one heading of one source, in reading order. */
export type Section = readonly PassageHit[];

/** The sections of a search result, the likeliest first. */
export function listSections(hits: readonly PassageHit[]): Section[] {
  return [...Map.groupBy(hits, ({ section }) => section).values()];
}

/**
 * The section that answers; two for a question of two parts: joined halves, of which each section holds words
 * that the other one lacks, while the second is about as likely to answer as the first.
 */
export function chooseSections(
  { hits }: Pick<SearchResult, 'hits'>,
  asked: Asked,
  { minShare, minNovelty }: RankingWeights['secondPart'] = loadRankingWeights().secondPart,
): Section[] {
  const [first, second] = listSections(hits);
  if (first === undefined) return [];
  if (second === undefined || !asked.isJoined) return [first];
  const competes = (second[0]?.probability ?? 0) >= minShare * (first[0]?.probability ?? 0);
  const eachAdds =
    measureNovelty(asked, second, first) >= minNovelty &&
    measureNovelty(asked, first, second) >= minNovelty;
  return competes && eachAdds ? [first, second] : [first];
}
