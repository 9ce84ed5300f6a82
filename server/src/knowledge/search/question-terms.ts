import { LIGHT_TERMS } from '../words/light-words.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';
import { frequencyOf, idfOf, type TermStatistics } from './collection-statistics.ts';
import type { QuestionTerm } from './passage.ts';
import { loadSectionWeights } from './section-weights.ts';

/** A question as search reads it. */
export interface AnalyzedQuestion {
  /** Distinct terms that are searched. */
  terms: string[];
  /** Distinct terms that are not, being stop words. */
  stopTerms: string[];
}

/** More words than a question of 500 characters has make no better search. */
const MAX_TERMS = 100;
/** Rows of the inverted table that one search may read; reading is what costs. */
const MAX_ROWS = 45_000;

/** Reads a question: its words, and which of them are searched. */
export function analyzeQuestion(question: string): AnalyzedQuestion {
  const words = tokenize(question);
  const toDistinctTerms = (chosen: readonly string[]) =>
    [...new Set(chosen.map(toTerm))].slice(0, MAX_TERMS);
  const searched = words.filter((word) => !STOP_WORDS.has(word));
  return {
    terms: toDistinctTerms(searched),
    stopTerms: toDistinctTerms(words.filter((word) => STOP_WORDS.has(word))),
  };
}

/** The question's words with their rarity, those searched first. */
export function describeTerms(
  { terms, stopTerms }: AnalyzedQuestion,
  statistics: TermStatistics,
): QuestionTerm[] {
  const searched = terms.map((term) => ({
    term,
    idf: idfOf(term, statistics),
    documentFrequency: frequencyOf(term, statistics),
  }));
  return [...searched, ...stopTerms.map((term) => ({ term, idf: 0, documentFrequency: 0 }))];
}

/**
 * The terms that are looked for, by their rarity. When together with those `chosenBefore` they would read too many
 * rows, the commonest go; the rarest known one stays unless others were chosen before.
 */
export function chooseTerms(
  terms: readonly QuestionTerm[],
  chosenBefore: readonly QuestionTerm[] = [],
): Map<string, number> {
  const chosen = new Map<string, number>();
  let rows = chosenBefore.reduce((sum, { documentFrequency }) => sum + documentFrequency, 0);
  const known = terms.filter(({ documentFrequency }) => documentFrequency > 0);
  for (const { term, documentFrequency, idf } of known.toSorted(
    (a, b) => a.documentFrequency - b.documentFrequency,
  )) {
    rows += documentFrequency;
    if (rows > MAX_ROWS && chosen.size + chosenBefore.length > 0) break;
    chosen.set(term, idf);
  }
  return chosen;
}

/** Words of a question by how much they say: their rarity, of words that are in every question less. */
export type WordWeights = ReadonlyMap<string, number>;

/** Weighs the question's words; stop words are left out. */
export function weighWords(
  terms: readonly QuestionTerm[],
  { lightWord } = loadSectionWeights(),
): WordWeights {
  return new Map(
    terms
      .filter(({ idf }) => idf > 0)
      .map(({ term, idf }) => [term, LIGHT_TERMS.has(term) ? lightWord * idf : idf]),
  );
}

/** Share of the question's words, by weight, that a set of terms holds, in [0, 1]. */
export function measureShare(words: WordWeights, terms: ReadonlySet<string>): number {
  let held = 0;
  let whole = 0;
  for (const [term, weight] of words) {
    if (terms.has(term)) held += weight;
    whole += weight;
  }
  return whole === 0 ? 0 : held / whole;
}
