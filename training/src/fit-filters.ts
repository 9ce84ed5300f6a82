import {
  FILTERS,
  WINDOW,
  type WordResponses,
  WORDS_MAX,
} from '../../server/src/assistant/safety/classifier/message-features.ts';
import { createRandom } from '../../server/src/knowledge/testing/create-random.ts';
import { shuffle, toErrors } from './fit-classes.ts';

/** A message: its words, and its class. */
export interface WordsExample {
  words: readonly string[];
  label: number;
}

/** The `width` numbers of each word of `places`, one word after another. */
export interface WordTable {
  places: ReadonlyMap<string, number>;
  table: Float32Array;
  width: number;
}

/** What words add to each filter, and for each filter and one constant a weight for each class. */
export interface FittedFilters {
  responses: WordResponses;
  rows: Float32Array;
}

/** Rounds over all examples, examples of a step, its first length, and what keeps weights small: chosen by leaving voices out. */
const ROUNDS = 6;
const BATCH = 64;
const STEP = 2e-3;
const SHRINKAGE = 3e-2;
/** Shares of filters and of words that are left out at random, so that none relies on another. */
const FILTERS_OFF = 0.5;
const WORDS_OFF = 0.1;
/** Bound of what a filter weighs for a class to begin with. */
const ROW_BOUND = 0.17;

/** What is fitted: `weights` hold for each filter what it multiplies the numbers of three words with, and a constant. */
interface Fitted {
  table: Float32Array;
  weights: Float32Array;
  rows: Float32Array;
}

/**
 * The filters that give the examples' classes the highest odds, by stochastic gradient steps of adaptive length that
 * shorten to nothing. `table` holds the words' numbers to begin with. The same examples give the same filters.
 */
export function fitFilters(
  examples: readonly WordsExample[],
  { words, classes }: { words: WordTable; classes: number },
): FittedFilters {
  const { width, places } = words;
  const read = examples.map(({ words: said, label }) => ({
    places: said.slice(0, WORDS_MAX).map((word) => places.get(word)),
    label,
  }));
  const random = createRandom(1);
  const course: Course = {
    fitted: { ...drawWeights({ width, classes, random }), table: words.table.slice() },
    slopes: {
      weights: new Float32Array(filterRow(width, FILTERS).begin),
      rows: new Float32Array((FILTERS + 1) * classes),
      words: new Map(),
    },
    width,
    classes,
    random,
  };
  const { fitted, slopes } = course;
  const stepWeights = createStepper(fitted.weights.length);
  const stepRows = createStepper(fitted.rows.length);
  const stepWords = createStepper(fitted.table.length);
  const order = examples.map((_, index) => index);
  const steps = ROUNDS * Math.ceil(order.length / BATCH);
  let step = 0;
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (let first = 0; first < order.length; first += BATCH) {
      const batch = order.slice(first, first + BATCH);
      for (const index of batch) {
        const example = read[index];
        if (example) addSlopes(example, course, 1 / batch.length);
      }
      const length = (STEP * (1 + Math.cos((Math.PI * step++) / steps))) / 2;
      const about = { step, length, shrinkage: SHRINKAGE, at: 0 };
      stepWeights(fitted.weights, slopes.weights, about);
      stepRows(fitted.rows, slopes.rows, about);
      for (const [place, slope] of slopes.words) {
        stepWords(fitted.table, slope, { ...about, shrinkage: 0, at: place * width });
      }
      slopes.weights.fill(0);
      slopes.rows.fill(0);
      slopes.words.clear();
    }
  }
  return { responses: listResponses(fitted, words), rows: fitted.rows };
}

/** What each word adds to each filter at each place of what it reads; the constant goes with the first. */
function listResponses(
  { table, weights }: Fitted,
  { places, width }: Pick<WordTable, 'places' | 'width'>,
): WordResponses {
  const respond = (numbers: Float32Array) => {
    const responses = new Float32Array(WINDOW * FILTERS);
    for (let filter = 0; filter < FILTERS; filter++) {
      const { begin, length } = filterRow(width, filter);
      responses[filter] = weights[begin + length] ?? 0;
      for (let at = 0; at < length; at++) {
        const place = Math.floor(at / width) * FILTERS + filter;
        const more = (weights[begin + at] ?? 0) * (numbers[at % width] ?? 0);
        responses[place] = (responses[place] ?? 0) + more;
      }
    }
    return responses;
  };
  const known = [...places].map(([word, place]) => {
    return [word, respond(table.subarray(place * width, (place + 1) * width))] as const;
  });
  return new Map([['', respond(new Float32Array(width))], ...known]);
}

/** Where the weights of a filter begin, and how many it has before its constant. */
function filterRow(width: number, filter: number): { begin: number; length: number } {
  const length = WINDOW * width;
  return { begin: filter * (length + 1), length };
}

/** The numbers of these words behind each other, 0 for unknown ones, and after them what the last filter reads beyond. */
function joinWords(
  places: readonly (number | undefined)[],
  { table, width }: Pick<WordTable, 'table' | 'width'>,
): Float32Array {
  const words = new Float32Array((Math.max(1, places.length) + WINDOW - 1) * width);
  for (const [index, place] of places.entries()) {
    if (place !== undefined) {
      words.set(table.subarray(place * width, (place + 1) * width), index * width);
    }
  }
  return words;
}

/** How high each filter is where three words fit it best, and where those begin; those that are off stay silent. */
function applyFilters(
  { weights, width }: { weights: Float32Array; width: number },
  words: Float32Array,
  isOff: readonly boolean[],
): { values: Float32Array; begins: Int32Array } {
  const values = new Float32Array(FILTERS);
  const begins = new Int32Array(FILTERS);
  for (let filter = 0; filter < FILTERS; filter++) {
    if (isOff[filter]) continue;
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

/** Four sums beside each other, since each step of one waits for the step before; `length` is a multiple of 4. */
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

/** Small weights that keep what they read at its size (He and others, 2015); constants begin with nothing. */
function drawWeights({ width, classes, random }: Omit<Course, 'fitted' | 'slopes'>) {
  const weights = new Float32Array(filterRow(width, FILTERS).begin);
  for (let filter = 0; filter < FILTERS; filter++) {
    const { begin, length } = filterRow(width, filter);
    const bound = Math.sqrt(6 / length);
    for (let at = begin; at < begin + length; at++) weights[at] = bound * (2 * random() - 1);
  }
  const rows = new Float32Array((FILTERS + 1) * classes);
  for (let at = 0; at < FILTERS * classes; at++) rows[at] = ROW_BOUND * (2 * random() - 1);
  return { weights, rows };
}

interface Course {
  fitted: Fitted;
  slopes: { weights: Float32Array; rows: Float32Array; words: Map<number, Float32Array> };
  width: number;
  classes: number;
  random: () => number;
}

/** Adds what a step against the error of one example changes, with filters and words left out at random. */
function addSlopes(
  example: { places: readonly (number | undefined)[]; label: number },
  { fitted: { weights, table, rows }, slopes, width, classes, random }: Course,
  share: number,
): void {
  const read = example.places.map((place) => (random() < WORDS_OFF ? undefined : place));
  const words = joinWords(read, { table, width });
  const isOff = Array.from({ length: FILTERS }, () => random() < FILTERS_OFF);
  const { values, begins } = applyFilters({ weights, width }, words, isOff);
  const signals = Float32Array.of(...values.map((value) => value / (1 - FILTERS_OFF)), 1);
  const errors = new Float64Array(classes);
  for (const [row, value] of signals.entries()) {
    for (let k = 0; k < classes; k++) {
      errors[k] = (errors[k] ?? 0) + value * (rows[row * classes + k] ?? 0);
    }
  }
  toErrors(errors, example.label);

  const wordSlopes = new Float32Array(words.length);
  for (const [row, value] of signals.entries()) {
    if (value === 0) continue;
    let slope = 0;
    for (let k = 0; k < classes; k++) {
      const at = row * classes + k;
      const error = share * (errors[k] ?? 0);
      slope += error * (rows[at] ?? 0);
      slopes.rows[at] = (slopes.rows[at] ?? 0) + error * value;
    }
    if (row === FILTERS) continue;
    slope /= 1 - FILTERS_OFF;
    const { begin, length } = filterRow(width, row);
    const at = begins[row] ?? 0;
    addScaled(slopes.weights, begin, { source: words, at, length }, slope);
    slopes.weights[begin + length] = (slopes.weights[begin + length] ?? 0) + slope;
    addScaled(wordSlopes, at, { source: weights, at: begin, length }, slope);
  }
  for (const [index, place] of read.entries()) {
    if (place === undefined) continue;
    const own = slopes.words.get(place) ?? new Float32Array(width);
    slopes.words.set(place, own);
    addScaled(own, 0, { source: wordSlopes, at: index * width, length: width }, 1);
  }
}

function addScaled(
  target: Float32Array,
  begin: number,
  { source, at, length }: { source: Float32Array; at: number; length: number },
  factor: number,
): void {
  for (let index = 0; index < length; index++) {
    target[begin + index] = (target[begin + index] ?? 0) + factor * (source[at + index] ?? 0);
  }
}

/** Decay of the means of the slope and of its square (Kingma and Ba, 2015; shrinkage as Loshchilov and Hutter, 2019). */
const [MEAN_DECAY, SQUARE_DECAY] = [0.9, 0.999];

/** Where values stand in what is fitted, the number of the step and how long it is. */
interface Step {
  at: number;
  step: number;
  length: number;
  shrinkage: number;
}

function createStepper(size: number) {
  const mean = new Float32Array(size);
  const square = new Float32Array(size);
  return (
    values: Float32Array,
    slopes: Float32Array,
    { at, step, length, shrinkage }: Step,
  ): void => {
    const meanShare = 1 - MEAN_DECAY ** step;
    const squareShare = 1 - SQUARE_DECAY ** step;
    for (let index = 0; index < slopes.length; index++) {
      const place = at + index;
      const slope = slopes[index] ?? 0;
      const nextMean = MEAN_DECAY * (mean[place] ?? 0) + (1 - MEAN_DECAY) * slope;
      const nextSquare = SQUARE_DECAY * (square[place] ?? 0) + (1 - SQUARE_DECAY) * slope * slope;
      mean[place] = nextMean;
      square[place] = nextSquare;
      const direction = nextMean / meanShare / (Math.sqrt(nextSquare / squareShare) + 1e-8);
      const value = values[place] ?? 0;
      values[place] = value - length * (direction + shrinkage * value);
    }
  };
}
