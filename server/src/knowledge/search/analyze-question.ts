import { STOP_WORDS } from '../words/stop-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';

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
