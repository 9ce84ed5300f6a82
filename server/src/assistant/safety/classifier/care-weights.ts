import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { CARE_TOPICS, type CareTopic, HELP_TOPICS, NOTE_TOPICS } from '../care-topics.ts';
import { BUCKETS, listWords, weighFeatures } from './message-features.ts';
import { FILTERS, filterRow, readSignals, type WordFilters } from './word-filters.ts';

/** Where `npm run train -- care-weights` writes what it fitted. */
export const CARE_WEIGHTS = 'care-weights.bin';

/** What messages are told apart as; the ordinary ones first. */
export const CLASSES = ['ordinary', ...CARE_TOPICS] as const;

/**
 * A row for each place of `message-features.ts`, then for each dimension of the encoder's vector, then for what every
 * message has, then for each of the filters; in a row one weight for each of `CLASSES`.
 */
export interface ClassWeights {
  values: Float32Array;
  dimensions: number;
}

/** From which score on a topic is possible, likely and certain. */
export type Limits = z.infer<typeof limitsSchema>;

/** What one limit holds for: all help together, and each topic of a note. */
export const LIMITED = ['help', ...NOTE_TOPICS] as const;
export type Limited = (typeof LIMITED)[number];

/** The limits, apart for messages in Spanish, which are read in the English words of a glossary. */
export interface CareWeights {
  weights: ClassWeights;
  filters: WordFilters;
  limits: Readonly<Record<'en' | 'es', Readonly<Record<Limited, Limits>>>>;
  /** How much of the score of possible help the logarithm of the odds that the sources answer takes away. */
  outranking: number;
}

const limitsSchema = z.strictObject({
  possible: z.number(),
  likely: z.number(),
  certain: z.number(),
});
const topicLimitsSchema = z.record(z.enum(LIMITED), limitsSchema);
const headSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  buckets: z.literal(BUCKETS),
  dimensions: z.int().positive(),
  words: z.array(z.string()),
  /** Numbers of each word. */
  width: z.int().positive(),
  /** What one step of a stored weight of each class, of each filter and of each word stands for. */
  steps: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  limits: z.strictObject({ en: topicLimitsSchema, es: topicLimitsSchema }),
  outranking: z.number().positive(),
});
/** What the file begins with. */
export type CareWeightsHead = z.infer<typeof headSchema>;

/**
 * Reads the file: the head as a line of JSON, then a signed byte for each weight of the classes, the filters and the words.
 *
 * @throws StartupError when the file is missing or broken.
 */
export function loadCareWeights(): CareWeights {
  try {
    const file = readFileSync(resourceFile(CARE_WEIGHTS));
    const end = file.indexOf('\n');
    const head = headSchema.parse(JSON.parse(file.toString('utf8', 0, Math.max(end, 0))));
    const { dimensions, words, width, steps, limits, outranking } = head;
    const stored = new Int8Array(file.subarray(end + 1));
    const sizes = [
      countRows(dimensions) * CLASSES.length,
      filterRow(width, FILTERS).begin,
      words.length * width,
    ];
    if (stored.length !== sizes.reduce((sum, size) => sum + size)) {
      throw new Error(`holds ${stored.length} weights`);
    }
    let at = 0;
    const [values, weights, table] = sizes.map((size, index) => {
      const step = steps[index] ?? 0;
      return Float32Array.from(stored.subarray(at, (at += size)), (value) => value * step);
    }) as [Float32Array, Float32Array, Float32Array];
    const places = new Map(words.map((word, place) => [word, place]));
    return {
      weights: { values, dimensions },
      filters: { places, table, weights, width },
      limits,
      outranking,
    };
  } catch (cause) {
    throw new StartupError(`${CARE_WEIGHTS}: ${(cause as Error).message}`, { cause });
  }
}

/** Rows before those of the filters, with a vector of so many dimensions. */
export function countPlainRows(dimensions: number): number {
  return BUCKETS + dimensions + 1;
}

function countRows(dimensions: number): number {
  return countPlainRows(dimensions) + FILTERS;
}

/** How much a vector weighs, and words and letters beside it: chosen by leaving examples out. */
const VECTOR_WEIGHT = 4;
const TEXT_WEIGHT = 0.5;

/** The rows of a message with their values, by its words, what the filters find in them and a vector of length 1. */
export function listRows({ words, signals, vector }: ReadMessage): [row: number, value: number][] {
  const plain = countPlainRows(vector.length);
  return [
    ...Array.from(weighFeatures(words), ([place, value]): [number, number] => [
      place,
      TEXT_WEIGHT * value,
    ]),
    ...Array.from(vector, (value, index): [number, number] => [
      BUCKETS + index,
      VECTOR_WEIGHT * value,
    ]),
    [plain - 1, 1],
    ...Array.from(signals, (value, index): [number, number] => [plain + index, value]),
  ];
}

interface ReadMessage {
  words: readonly string[];
  signals: Float32Array;
  vector: Float32Array;
}

/** The score of each topic, and of help whatever its topic: the natural logarithm of the odds against ordinary. */
export type Scores = Record<CareTopic | 'help', number>;

/** The scores of a message by topic; `vector` has the length 1. */
export function scoreMessage(
  { weights: { values }, filters }: Pick<CareWeights, 'weights' | 'filters'>,
  { text, vector }: { text: string; vector: Float32Array },
): Scores {
  const words = listWords(text);
  const rows = listRows({ words, signals: readSignals(filters, words), vector });
  const sum = (index: number) =>
    rows.reduce(
      (total, [row, value]) => total + value * (values[row * CLASSES.length + index] ?? 0),
      0,
    );
  const ordinary = sum(0);
  const entries = CARE_TOPICS.map((topic, index) => [topic, sum(index + 1) - ordinary]);
  const topics = Object.fromEntries(entries) as Record<CareTopic, number>;
  const odds = HELP_TOPICS.reduce((total, topic) => total + Math.exp(topics[topic]), 0);
  return { ...topics, help: Math.log(odds) };
}
