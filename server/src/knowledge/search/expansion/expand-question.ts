import { toTerm } from '../../words/to-terms.ts';
import type { AnalyzedQuestion } from '../analyze-question.ts';
import type { TermStatistics } from '../collection-statistics.ts';
import { loadThesaurus } from './load-thesaurus.ts';
import { loadWordNeighbours } from './load-word-neighbours.ts';

/** Share of its own weight that a related term counts. Both were found by measurement. */
const THESAURUS_WEIGHT = 0.5;
const NEIGHBOUR_WEIGHT = 0.35;
/** Neighbours of one word; more blur the question. */
const MAX_NEIGHBOURS = 3;

/** Words that might help a question, before it is known which of them the collection holds. */
export interface RelatedTerms {
  fromThesaurus: readonly string[];
  /** For each term of the question its neighbours, nearest first. */
  neighbours: readonly (readonly string[])[];
}

/** Looks up what else to search for; reads its two tables once. */
export function createQuestionExpander(): (question: AnalyzedQuestion) => RelatedTerms {
  const thesaurus = loadThesaurus();
  const wordNeighbours = loadWordNeighbours();
  return (question) => {
    const words = question.words.map(toTerm);
    const phrases = words.flatMap((_, start) =>
      Array.from({ length: thesaurus.longestPhrase }, (__, more) =>
        words.slice(start, start + more + 1).join(' '),
      ),
    );
    const isNew = (term: string) => !question.terms.includes(term);
    return {
      fromThesaurus: [...new Set(phrases)]
        .flatMap((phrase) => thesaurus.related.get(phrase) ?? [])
        .filter(isNew),
      neighbours: question.terms.map((term) => (wordNeighbours.get(term) ?? []).filter(isNew)),
    };
  };
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
  const isKnown = (term: string) => (statistics.documentFrequencies.get(term) ?? 0) > 0;
  const weights = new Map<string, number>();
  for (const near of neighbours) {
    for (const term of near.filter(isKnown).slice(0, MAX_NEIGHBOURS)) {
      weights.set(term, NEIGHBOUR_WEIGHT);
    }
  }
  for (const term of fromThesaurus.filter(isKnown)) weights.set(term, THESAURUS_WEIGHT);
  return weights;
}
