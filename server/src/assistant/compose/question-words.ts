import type { QuestionTerm } from '../../knowledge/search/passage.ts';
import { measureConcepts, type Concept } from '../../knowledge/search/rerank/question-concepts.ts';

/** What the question's words mean, with their weight in the collection. */
export type QuestionWords = readonly Concept[];

/** Weighs a question by the words that search saw; stop words are left out. */
export function weighQuestion(terms: readonly QuestionTerm[]): QuestionWords {
  return terms
    .filter(({ idf }) => idf > 0)
    .map(({ term, idf, concept }) => concept ?? { weight: idf, shares: new Map([[term, 1]]) });
}

/** Share of the question's weight that a set of terms covers, by its words or by synonyms, in [0, 1]. */
export function measureCoverage(words: QuestionWords, terms: ReadonlySet<string>): number {
  return measureConcepts(words, terms);
}
