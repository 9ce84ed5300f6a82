import { LIGHT_TERMS } from '../words/light-words.ts';
import { frequencyOf, idfOf, type TermStatistics } from './collection-statistics.ts';
import { chooseNearest, type RelatedTerms } from './question-terms.ts';
import type { SearchWeights } from './ranking-weights.ts';

/** An amount, a grade or a year. */
const NUMBER = /^\d+(?:\.\d+)?k?$/;

/** What a word of the question means: the word itself, and others that say nearly the same. */
export interface Concept {
  /**
   * Rarity of the word; of a word that no passage holds, that of its rarest substitute, if it has one. Less
   * for a word that is in every question, and nothing for a filler or a number that no passage holds.
   */
  weight: number;
  /** How much of the concept a term stands for, in [0, 1]; the word itself stands for all of it. */
  shares: ReadonlyMap<string, number>;
}

/** The concepts of a question's terms, in their order. What a phrase means stands for each of its terms. */
export function listConcepts(
  terms: readonly string[],
  { related, statistics }: { related: RelatedTerms; statistics: TermStatistics },
  weights: Pick<SearchWeights, 'concepts' | 'related'>,
): Concept[] {
  const { thesaurus, neighbour, lightWord } = weights.concepts;
  const idf = (term: string) => idfOf(term, statistics);
  const isKnown = (term: string) => frequencyOf(term, statistics) > 0;
  return terms.map((term, index) => {
    const synonyms = related.phrases
      .filter((phrase) => phrase.of.includes(term))
      .flatMap((phrase) => phrase.related.filter(isKnown));
    const near = chooseNearest(related.neighbours[index] ?? [], statistics, weights.related);
    const substitutes = [...synonyms, ...near];
    const substituteWeight =
      substitutes.length === 0 ? Infinity : Math.max(...substitutes.map(idf));
    const rarity = isKnown(term) ? idf(term) : Math.min(idf(term), substituteWeight);
    return {
      weight: rarity * shareOfRarity(term, isKnown(term) || synonyms.length > 0, lightWord),
      shares: new Map([
        ...near.map((one) => [one, neighbour] as const),
        ...synonyms.map((one) => [one, thesaurus] as const),
        [term, 1],
      ]),
    };
  });
}

/** How much of its rarity a word counts; `isHeld` when passages hold it or what its phrase means. */
function shareOfRarity(term: string, isHeld: boolean, lightWord: number): number {
  const isLight = LIGHT_TERMS.has(term);
  if (!isHeld && (isLight || NUMBER.test(term))) return 0;
  return isLight ? lightWord : 1;
}

/** Share of the question's concepts, by weight, that a set of terms holds, in [0, 1]. */
export function measureConcepts(concepts: readonly Concept[], terms: ReadonlySet<string>): number {
  let held = 0;
  let whole = 0;
  for (const { weight, shares } of concepts) {
    let share = 0;
    for (const [term, value] of shares) if (value > share && terms.has(term)) share = value;
    held += weight * share;
    whole += weight;
  }
  return whole === 0 ? 0 : held / whole;
}

/** Share of the terms that the question names, each by its word or by a substitute, in [0, 1]; 0 for none. */
export function measureNamed(concepts: readonly Concept[], terms: ReadonlySet<string>): number {
  const shares = Array.from(terms, (term) =>
    Math.max(0, ...concepts.map((concept) => concept.shares.get(term) ?? 0)),
  );
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
