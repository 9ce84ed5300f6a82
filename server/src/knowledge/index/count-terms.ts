import { toTerms } from '../words/to-terms.ts';

/** The largest number that the inverted table's columns hold. */
const MAX_SMALLINT = 32_767;

/** How often each term occurs in what is indexed of a passage, and how many terms that are in all. */
export interface TermCounts {
  frequencies: Map<string, number>;
  length: number;
}

/** Counts the terms of a passage with its document's title and its nearest heading before it. */
export function countTerms(passage: {
  title: string;
  headingPath: readonly string[];
  text: string;
}): TermCounts {
  const terms = toTerms(withHeadings(passage));
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { frequencies, length: Math.min(terms.length, MAX_SMALLINT) };
}

/** What both words and vectors are made of: title, nearest heading, text, each on its line. */
export function withHeadings(passage: {
  title: string;
  headingPath: readonly string[];
  text: string;
}): string {
  const heading = passage.headingPath.at(-1);
  const prefix = heading === undefined || heading === passage.title ? [] : [heading];
  return [passage.title, ...prefix, passage.text].join('\n');
}
