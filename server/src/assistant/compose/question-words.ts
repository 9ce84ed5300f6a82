import type { QuestionTerm } from '../../knowledge/search/passage.ts';

/** The question's words with their weight in the collection. */
export interface QuestionWords {
  idfByTerm: ReadonlyMap<string, number>;
  /** Sum of all weights; 0 when the question holds only stop words. */
  totalIdf: number;
}

/** Weighs a question by the words that search saw; stop words are left out. */
export function weighQuestion(terms: readonly QuestionTerm[]): QuestionWords {
  const idfByTerm = new Map(terms.filter(({ idf }) => idf > 0).map(({ term, idf }) => [term, idf]));
  return { idfByTerm, totalIdf: idfByTerm.values().reduce((sum, idf) => sum + idf, 0) };
}

/** Share of the question's weight that a set of terms covers, in [0, 1]. */
export function measureCoverage(
  { idfByTerm, totalIdf }: QuestionWords,
  terms: ReadonlySet<string>,
) {
  if (totalIdf === 0) return 0;
  let covered = 0;
  for (const [term, idf] of idfByTerm) if (terms.has(term)) covered += idf;
  return covered / totalIdf;
}
