/** The largest number that the columns of the inverted tables hold. */
const MAX_SMALLINT = 32_767;

/** How often each term occurs in a text that is indexed, and how many terms that are in all. */
export interface TermCounts {
  frequencies: Map<string, number>;
  length: number;
}

/** Counts the terms of one text. */
export function countAll(terms: readonly string[]): TermCounts {
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { frequencies, length: Math.min(terms.length, MAX_SMALLINT) };
}

/** The rows of an inverted table by column: one for each term of each text, named by its id. */
export function toTermColumns(texts: readonly { id: number; counts: TermCounts }[]) {
  const terms: string[] = [];
  const ids: number[] = [];
  const frequencies: number[] = [];
  const lengths: number[] = [];
  for (const { id, counts } of texts) {
    for (const [term, frequency] of counts.frequencies) {
      terms.push(term);
      ids.push(id);
      frequencies.push(Math.min(frequency, counts.length));
      lengths.push(counts.length);
    }
  }
  return { terms, ids, frequencies, lengths };
}
