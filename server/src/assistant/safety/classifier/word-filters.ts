/** Words that a filter reads at once, and filters there are. */
const WINDOW = 3;
export const FILTERS = 64;
/** Words of a message that are read as a whole; later ones are read in its parts alone. */
const WORDS_MAX = 80;

/**
 * Filters over words: `table` holds the `width` numbers of each word of `places`, one word after another; `weights`
 * holds for each filter what it multiplies three such words with, and a constant. `width` is a multiple of 4.
 */
export interface WordFilters {
  places: ReadonlyMap<string, number>;
  table: Float32Array;
  weights: Float32Array;
  width: number;
}

/** Where the weights of a filter begin, and how many it has before its constant. */
export function filterRow(width: number, filter: number): { begin: number; length: number } {
  const length = WINDOW * width;
  return { begin: filter * (length + 1), length };
}

/** How high each filter is where three words fit it best, and at which number of the words that is. */
export interface Signals {
  values: Float32Array;
  begins: Int32Array;
}

/** Each filter at its highest over the message (Kim, 2014); those of which `isOff` says so stay silent. */
export function applyFilters(
  { weights, width }: Pick<WordFilters, 'weights' | 'width'>,
  words: Float32Array,
  isOff: (filter: number) => boolean = () => false,
): Signals {
  const values = new Float32Array(FILTERS);
  const begins = new Int32Array(FILTERS);
  for (let filter = 0; filter < FILTERS; filter++) {
    if (isOff(filter)) continue;
    const { begin, length } = filterRow(width, filter);
    let highest = -Infinity;
    for (let at = 0; at + length <= words.length; at += width) {
      const sum = multiply(weights, begin, words, { at, length });
      if (sum <= highest) continue;
      highest = sum;
      begins[filter] = at;
    }
    values[filter] = Math.max(0, highest + (weights[begin + length] ?? 0));
  }
  return { values, begins };
}

/** Four sums beside each other, since each step of one waits for the step before. */
function multiply(
  weights: Float32Array,
  begin: number,
  words: Float32Array,
  { at, length }: { at: number; length: number },
): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let index = 0; index < length; index += 4) {
    first += (weights[begin + index] ?? 0) * (words[at + index] ?? 0);
    second += (weights[begin + index + 1] ?? 0) * (words[at + index + 1] ?? 0);
    third += (weights[begin + index + 2] ?? 0) * (words[at + index + 2] ?? 0);
    fourth += (weights[begin + index + 3] ?? 0) * (words[at + index + 3] ?? 0);
  }
  return first + second + third + fourth;
}

/** What the filters find in the words of a message. */
export function readSignals(filters: WordFilters, words: readonly string[]): Float32Array {
  return applyFilters(filters, joinWords(placeWords(filters, words), filters)).values;
}

/** The places of the words that are read, undefined for unknown ones. */
export function placeWords(
  { places }: Pick<WordFilters, 'places'>,
  words: readonly string[],
): (number | undefined)[] {
  return words.slice(0, WORDS_MAX).map((word) => places.get(word));
}

/** The numbers of these words behind each other, 0 for unknown ones, and after them what the last filter reads beyond. */
export function joinWords(
  places: readonly (number | undefined)[],
  { table, width }: Pick<WordFilters, 'table' | 'width'>,
): Float32Array {
  const words = new Float32Array((Math.max(1, places.length) + WINDOW - 1) * width);
  for (const [index, place] of places.entries()) {
    if (place !== undefined) {
      words.set(table.subarray(place * width, (place + 1) * width), index * width);
    }
  }
  return words;
}
