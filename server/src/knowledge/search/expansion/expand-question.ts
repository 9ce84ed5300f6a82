import { toTerm } from '../../words/to-terms.ts';
import type { AnalyzedQuestion } from '../analyze-question.ts';
import type { TermStatistics } from '../collection-statistics.ts';
import { loadThesaurus, type Thesaurus } from './load-thesaurus.ts';
import { loadWordNeighbours } from './load-word-neighbours.ts';

/** Share of its own weight that a related term counts. Both were found by measurement. */
const THESAURUS_WEIGHT = 0.5;
const NEIGHBOUR_WEIGHT = 0.35;
/** Neighbours of one word; more blur the question. */
const MAX_NEIGHBOURS = 3;

/** Words that might help a question, before it is known which of them the collection holds. */
export interface RelatedTerms {
  fromThesaurus: readonly string[];
  /** The same by the phrase they were found for: its terms that are searched. */
  phrases: readonly { of: readonly string[]; related: readonly string[] }[];
  /** For each term of the question its neighbours, nearest first. */
  neighbours: readonly (readonly string[])[];
}

/** Looks up what else to search for; reads its two tables once. */
export function createQuestionExpander(): (question: AnalyzedQuestion) => RelatedTerms {
  const thesaurus = loadThesaurus();
  const wordNeighbours = loadWordNeighbours();
  return (question) => {
    const isSearched = (term: string) => question.terms.includes(term);
    const isNew = (term: string) => !isSearched(term);
    const phrases = listPhrases(question.words.map(toTerm), thesaurus).map((phrase) => ({
      of: phrase.filter(isSearched),
      related: thesaurus.related.get(phrase.join(' ')) ?? [],
    }));
    return {
      fromThesaurus: [...new Set(phrases.flatMap(({ related }) => related))].filter(isNew),
      phrases,
      neighbours: question.terms.map((term) => (wordNeighbours.get(term) ?? []).filter(isNew)),
    };
  };
}

/** The phrases of a question that the thesaurus knows. */
function listPhrases(terms: readonly string[], { related, longestPhrase }: Thesaurus): string[][] {
  return terms.flatMap((_, start) =>
    Array.from({ length: longestPhrase }, (__, more) =>
      terms.slice(start, start + more + 1),
    ).filter((phrase, more) => phrase.length === more + 1 && related.has(phrase.join(' '))),
  );
}

/** Every term of the expansion once, to ask for their frequencies. */
export function listRelatedTerms({ fromThesaurus, neighbours }: RelatedTerms): string[] {
  return [...new Set([...fromThesaurus, ...neighbours.flat()])];
}

/** The related terms that the collection holds, with their weights: of neighbours the nearest three of each word. */
export function weighRelatedTerms(
  { fromThesaurus, neighbours }: RelatedTerms,
  statistics: TermStatistics,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const near of neighbours) {
    for (const term of chooseNearest(near, statistics)) weights.set(term, NEIGHBOUR_WEIGHT);
  }
  for (const term of fromThesaurus) {
    if (isKnown(term, statistics)) weights.set(term, THESAURUS_WEIGHT);
  }
  return weights;
}

/** The nearest neighbours of a word that the collection holds. */
export function chooseNearest(near: readonly string[], statistics: TermStatistics): string[] {
  return near.filter((term) => isKnown(term, statistics)).slice(0, MAX_NEIGHBOURS);
}

/** Whether any passage holds the term. */
export function isKnown(term: string, { documentFrequencies }: TermStatistics): boolean {
  return (documentFrequencies.get(term) ?? 0) > 0;
}
