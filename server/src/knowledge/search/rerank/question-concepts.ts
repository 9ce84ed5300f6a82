import { inverseDocumentFrequency } from '../bm25.ts';
import type { TermStatistics } from '../collection-statistics.ts';
import { LIGHT_TERMS } from '../../words/light-words.ts';
import { chooseNearest, isKnown, type RelatedTerms } from '../expansion/expand-question.ts';

/** Share of a concept that a word of the thesaurus, or a neighbour, stands for. Found by measurement. */
const THESAURUS_SHARE = 0.8;
const NEIGHBOUR_SHARE = 0.35;
/** Share of its rarity that a word counts which people put into every question. */
const LIGHT_SHARE = 0.5;
/** An amount, a grade or a year that an asker tells. */
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
  related: RelatedTerms,
  statistics: TermStatistics,
): Concept[] {
  const idf = (term: string) =>
    inverseDocumentFrequency(statistics.collection, statistics.documentFrequencies.get(term) ?? 0);
  return terms.map((term, place) => {
    const synonyms = related.phrases
      .filter((phrase) => phrase.of.includes(term))
      .flatMap((phrase) => phrase.related.filter((synonym) => isKnown(synonym, statistics)));
    const near = chooseNearest(related.neighbours[place] ?? [], statistics);
    const substitutes = [...synonyms, ...near];
    const substituteWeight =
      substitutes.length === 0 ? Infinity : Math.max(...substitutes.map(idf));
    const rarity = isKnown(term, statistics) ? idf(term) : Math.min(idf(term), substituteWeight);
    return {
      weight: rarity * shareOfRarity(term, isKnown(term, statistics) || synonyms.length > 0),
      shares: new Map([
        ...near.map((one) => [one, NEIGHBOUR_SHARE] as const),
        ...synonyms.map((one) => [one, THESAURUS_SHARE] as const),
        [term, 1],
      ]),
    };
  });
}

/** How much of its rarity a word counts; `isHeld` when passages hold it or what its phrase means. */
function shareOfRarity(term: string, isHeld: boolean): number {
  const isLight = LIGHT_TERMS.has(term);
  if (!isHeld && (isLight || NUMBER.test(term))) return 0;
  return isLight ? LIGHT_SHARE : 1;
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
