/** Saturation of term frequency and weight of passage length (Robertson and Zaragoza, 2009, §3.3). */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/** Size of what is searched: passages, and all their terms together. */
export interface Collection {
  passages: number;
  words: number;
}

/** Weight of a term that `documentFrequency` of the collection's passages hold; never negative. */
export function inverseDocumentFrequency(
  collection: Collection,
  documentFrequency: number,
): number {
  return Math.log(1 + (collection.passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Terms of an average passage; 1 for an empty collection, so that nothing is divided by zero. */
export function averageLength(collection: Collection): number {
  return collection.words / collection.passages || 1;
}
