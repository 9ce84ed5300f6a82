import { STOP_WORDS } from '../words/stop-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';
import { loadWordNeighbours } from '../words/word-neighbours.ts';
import {
  frequencyOf,
  idfOf,
  MAX_RELATED_FREQUENCY,
  type TermStatistics,
} from './collection-statistics.ts';
import type { SearchWeights } from './ranking-weights.ts';
import { loadThesaurus, type Thesaurus } from './thesaurus.ts';

/** A question as search reads it. */
export interface AnalyzedQuestion {
  /** Every word in order, lower case. */
  words: string[];
  /** Terms that are searched, in order and repeated as they occur. */
  sequence: string[];
  /** The same, each once. */
  terms: string[];
  /** Distinct terms that are not, being stop words. */
  stopTerms: string[];
}

/** More words than a question of 500 characters has make no better search. */
const MAX_TERMS = 100;

/** Words that might help a question, before it is known which of them the collection holds. */
export interface RelatedTerms {
  fromThesaurus: readonly string[];
  /** The same by the phrase they were found for: its terms that are searched. */
  phrases: readonly { of: readonly string[]; related: readonly string[] }[];
  /** For each term of the question its neighbours, nearest first. */
  neighbours: readonly (readonly string[])[];
}

/** A term to rank by: of the question itself, or a related one. */
export interface WeightedTerm {
  term: string;
  weight: number;
  isAsked: boolean;
}

/** Rows of the inverted table that one search may read; reading is what costs. */
const MAX_ROWS = 45_000;

/** Reads a question: its words, and which of them are searched. */
export function analyzeQuestion(question: string): AnalyzedQuestion {
  const words = tokenize(question);
  const toDistinctTerms = (chosen: readonly string[]) =>
    [...new Set(chosen.map(toTerm))].slice(0, MAX_TERMS);
  const searched = words.filter((word) => !STOP_WORDS.has(word));
  return {
    words,
    sequence: searched.map(toTerm),
    terms: toDistinctTerms(searched),
    stopTerms: toDistinctTerms(words.filter((word) => STOP_WORDS.has(word))),
  };
}

/** Looks up what else to search for. */
export function createQuestionExpander(
  thesaurus: Thesaurus = loadThesaurus(),
): (question: AnalyzedQuestion) => RelatedTerms {
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

/** The related terms that the collection holds, with their weights: of neighbours the nearest of each word. */
export function weighRelatedTerms(
  { fromThesaurus, neighbours }: RelatedTerms,
  statistics: TermStatistics,
  related: SearchWeights['related'],
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const near of neighbours) {
    for (const term of chooseNearest(near, statistics, related)) {
      weights.set(term, related.neighbour);
    }
  }
  for (const term of fromThesaurus) {
    if (frequencyOf(term, statistics) > 0) weights.set(term, related.thesaurus);
  }
  return weights;
}

/** The nearest neighbours of a word that the collection holds; with more the question loses its focus. */
export function chooseNearest(
  near: readonly string[],
  statistics: TermStatistics,
  { maxNeighbours }: Pick<SearchWeights['related'], 'maxNeighbours'>,
): string[] {
  return near.filter((term) => frequencyOf(term, statistics) > 0).slice(0, maxNeighbours);
}

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
  const rarestFirst = (terms: readonly string[]) =>
    terms
      .map((term) => ({ term, frequency: frequencyOf(term, statistics) }))
      .filter(({ frequency }) => frequency > 0)
      .toSorted((a, b) => a.frequency - b.frequency);
  const chosen: WeightedTerm[] = [];
  let rows = 0;
  for (const { term, frequency } of rarestFirst(asked)) {
    rows += frequency;
    if (rows > MAX_ROWS && chosen.length > 0) return chosen;
    chosen.push({ term, weight: idfOf(term, statistics), isAsked: true });
  }
  for (const { term, frequency } of rarestFirst([...related.keys()])) {
    rows += frequency;
    if (frequency >= MAX_RELATED_FREQUENCY || rows > MAX_ROWS) return chosen;
    const weight = idfOf(term, statistics) * (related.get(term) ?? 0);
    chosen.push({ term, weight, isAsked: false });
  }
  return chosen;
}
