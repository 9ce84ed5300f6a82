import { normaliseMessage } from '../normalise-message.ts';

const PLACE_BITS = 15;
/** Places that runs of letters are counted in, by their hash. */
export const BUCKETS = 2 ** PLACE_BITS;
/** Numbers of the encoder's vector. */
const DIMENSIONS = 512;
/** Filters there are, and words that each reads at once. */
export const FILTERS = 64;
export const WINDOW = 3;
/** Places of what a message consists of, and of what a word adds to filters. */
export const FEATURES = BUCKETS + 1 + DIMENSIONS + FILTERS;
export const RESPONSES = WINDOW * FILTERS;

/** Letters of a run, blanks between words included: short ones find misspelt words, long ones phrases. */
const RUN_LENGTHS = [3, 4, 5, 7, 9];
/** How much all runs together weigh, and the encoder's vector: chosen by leaving examples out. */
const RUNS_WEIGHT = 0.7;
const VECTOR_WEIGHT = 4;

const TOKEN = /\p{L}+|\d+(?:\.\d+)?/gu;
/** Larger numbers than ages of children and counts are read by their digits' number alone. */
const LARGE_NUMBER = /\d+\.\d+|(?!1[0-2]$)\d{2,}/;

/** The words of a message in any language, as they are compared. */
export function listWords(message: string): string[] {
  const tokens = normaliseMessage(message).match(TOKEN) ?? [];
  return tokens.map((token) => (LARGE_NUMBER.test(token) ? token.replaceAll(/\d/g, '#') : token));
}

/** What a message consists of, by the place of its weights: its runs below `BUCKETS`, 1, its vector and its signals. */
export function listFeatures(
  words: readonly string[],
  vector: Float32Array,
  signals: readonly number[],
): [place: number, value: number][] {
  const letters = [...` ${words.join(' ')} `];
  const listRuns = (length: number) =>
    letters.map((_, start) => letters.slice(start, start + length).join(''));
  const runs = new Set(RUN_LENGTHS.flatMap(listRuns));
  const others = [1, ...vector.map((value) => VECTOR_WEIGHT * value), ...signals];
  return [
    ...Array.from(runs, (run): [number, number] => [hash(run), RUNS_WEIGHT / Math.sqrt(runs.size)]),
    ...others.map((value, index): [number, number] => [BUCKETS + index, value]),
  ];
}

/** FNV-1a of the letters, its upper bits. */
function hash(run: string): number {
  const mix = (value: number, unit: string) => Math.imul(value ^ unit.charCodeAt(0), 0x01000193);
  return [...run].reduce(mix, 0x811c9dc5) >>> (32 - PLACE_BITS);
}

/** Words of a message that are read as a whole; later ones are read in its parts alone. */
export const WORDS_MAX = 80;

/**
 * What a word adds to each filter where it stands first, second and third in what the filter reads: `FILTERS` numbers
 * for each of these places, one place after another. That of '' stands for words that are not listed.
 */
export type WordResponses = ReadonlyMap<string, Float32Array>;

/** How high each filter is where three words fit it best (Kim, 2014), at least 0. */
export function readSignals(responses: WordResponses, words: readonly string[]): number[] {
  const read = words.slice(0, WORDS_MAX).map((word) => responses.get(word) ?? responses.get(''));
  const windows = read.map((_, start) => read.slice(start, start + WINDOW));
  return Array.from({ length: FILTERS }, (_, filter) => {
    const heights = windows.map((window) =>
      window.reduce((sum, own, place) => sum + (own?.[place * FILTERS + filter] ?? 0), 0),
    );
    return Math.max(0, ...heights);
  });
}
