import { inverseDocumentFrequency } from './bm25.ts';
import { MAX_RELATED_FREQUENCY, type TermStatistics } from './collection-statistics.ts';

/** A term to rank by: of the question itself, or a related one. */
export interface WeightedTerm {
  term: string;
  weight: number;
  isAsked: boolean;
}

/** Rows of the inverted table that one search may read; reading is what costs. */
const MAX_ROWS = 45_000;

/**
 * Weights the question's terms by their rarity and the related terms by that times their nearness.
 * When together they would read too many rows, the commonest related terms go first, then the
 * commonest of the question; the rarest known term always stays.
 */
export function chooseTerms(
  asked: readonly string[],
  related: ReadonlyMap<string, number>,
  statistics: TermStatistics,
): WeightedTerm[] {
  const frequencyOf = (term: string) => statistics.documentFrequencies.get(term) ?? 0;
  const isKnown = (term: string) => frequencyOf(term) > 0;
  const byRarity = (a: string, b: string) => frequencyOf(a) - frequencyOf(b);
  const idf = (term: string) => inverseDocumentFrequency(statistics.collection, frequencyOf(term));

  const chosen: WeightedTerm[] = [];
  let rows = 0;
  for (const term of asked.filter(isKnown).toSorted(byRarity)) {
    rows += frequencyOf(term);
    if (rows > MAX_ROWS && chosen.length > 0) return chosen;
    chosen.push({ term, weight: idf(term), isAsked: true });
  }
  for (const term of [...related.keys()].filter(isKnown).toSorted(byRarity)) {
    if (frequencyOf(term) >= MAX_RELATED_FREQUENCY) return chosen;
    rows += frequencyOf(term);
    if (rows > MAX_ROWS) return chosen;
    chosen.push({ term, weight: idf(term) * (related.get(term) ?? 0), isAsked: false });
  }
  return chosen;
}
