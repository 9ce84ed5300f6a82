/** Words of a question this many places apart belong together. */
const QUESTION_REACH = 2;
/** In a passage they belong together up to so many places apart. */
const PASSAGE_REACH = 8;

/** A question's searched terms in order, and the weight of those that the collection holds. */
export interface OrderedTerms {
  sequence: readonly string[];
  weights: ReadonlyMap<string, number>;
}

/** Share of the question's neighbouring words that stand side by side in the text, in [0, 1]. */
export function measurePairs(sequence: readonly string[], text: readonly string[]): number {
  const wanted = new Set(pairUp(sequence));
  if (wanted.size === 0) return 0;
  return new Set(pairUp(text)).intersection(wanted).size / wanted.size;
}

/**
 * How near to each other, in either order, the text holds words that are near each other in the
 * question, in [0, 1]. A pair counts by the commoner word's weight, over the root of its distance.
 */
export function measureNearness(
  { sequence, weights }: OrderedTerms,
  text: readonly string[],
): number {
  const places = new Map<string, number[]>();
  for (const [place, term] of text.entries()) {
    if (!weights.has(term)) continue;
    const known = places.get(term);
    if (known === undefined) places.set(term, [place]);
    else known.push(place);
  }
  let near = 0;
  let whole = 0;
  for (const [first, second] of listPairs(sequence)) {
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    const distance = leastDistance(places.get(first) ?? [], places.get(second) ?? []);
    whole += weight;
    if (distance <= PASSAGE_REACH) near += weight / Math.sqrt(distance);
  }
  return whole === 0 ? 0 : near / whole;
}

function pairUp(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, index) => `${terms[index]} ${term}`);
}

function listPairs(sequence: readonly string[]): [string, string][] {
  return sequence.flatMap((first, place) =>
    sequence
      .slice(place + 1, place + 1 + QUESTION_REACH)
      .filter((second) => second !== first)
      .map((second): [string, string] => [first, second]),
  );
}

function leastDistance(some: readonly number[], others: readonly number[]): number {
  let least = Infinity;
  for (const a of some) for (const b of others) least = Math.min(least, Math.abs(a - b));
  return least;
}
