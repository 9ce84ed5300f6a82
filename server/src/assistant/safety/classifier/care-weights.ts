import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { CARE_TOPICS, type CareTopic } from '../care-topics.ts';
import { BUCKETS, type MessageFeatures } from './message-features.ts';

/** Where `npm run train -- care-weights` writes what it fitted. */
export const CARE_WEIGHTS = 'care-weights.bin';

/** What messages are told apart as; the ordinary ones first. */
export const CLASSES = ['ordinary', ...CARE_TOPICS] as const;

/**
 * Weights of one reading. A row for each place of `message-features.ts`, then for each dimension of the encoder's
 * vector, then for what every message has; in a row one weight for each of `CLASSES`.
 */
export interface ClassWeights {
  values: Float32Array;
  /** 0 where the vector is not read. */
  dimensions: number;
}

/** From which score on a topic is possible, likely and certain. */
export type Limits = z.infer<typeof limitsSchema>;

/** A reading of messages: by words and letters alone, or by the encoder's vector too. */
export interface Reading {
  weights: ClassWeights;
  limits: Readonly<Record<CareTopic, Limits>>;
}
export interface CareWeights {
  text: Reading;
  vector: Reading;
}

const limitsSchema = z.strictObject({
  possible: z.number(),
  likely: z.number(),
  certain: z.number(),
});
const readingSchema = z.strictObject({
  dimensions: z.int().nonnegative(),
  /** What one step of a stored weight stands for. */
  step: z.number().positive(),
  limits: z.record(z.enum(CARE_TOPICS), limitsSchema),
});
const headSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  buckets: z.literal(BUCKETS),
  text: readingSchema,
  vector: readingSchema,
});
type Head = z.infer<typeof headSchema>;

/** The file: length of the head as 32 bits, little-endian; the head as JSON; then a signed byte a weight. */
export function packCareWeights({ text, vector }: CareWeights, about: Head['about']): Buffer {
  const readings = { text: describe(text), vector: describe(vector) };
  const head = Buffer.from(JSON.stringify({ about, buckets: BUCKETS, ...readings } satisfies Head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const bytes = (['text', 'vector'] as const).map((name) => {
    const { values } = { text, vector }[name].weights;
    return Buffer.from(Int8Array.from(values, (value) => Math.round(value / readings[name].step)).buffer);
  });
  return Buffer.concat([length, head, ...bytes]);
}

function describe({ weights: { values, dimensions }, limits }: Reading) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { dimensions, step: (largest || 1) / 127, limits: { ...limits } };
}

/** @throws StartupError when the file is missing or broken. */
export function loadCareWeights(): CareWeights {
  try {
    const file = readFileSync(resourceFile(CARE_WEIGHTS));
    const start = 4 + file.readUInt32LE(0);
    const head = headSchema.parse(JSON.parse(file.toString('utf8', 4, start)));
    const middle = start + countWeights(head.text.dimensions);
    const end = middle + countWeights(head.vector.dimensions);
    if (file.length !== end) throw new Error(`holds ${file.length} bytes instead of ${end}`);
    const read = (name: 'text' | 'vector', from: number, to: number): Reading => {
      const { step, dimensions, limits } = head[name];
      const stored = new Int8Array(file.subarray(from, to));
      return { weights: { values: Float32Array.from(stored, (value) => value * step), dimensions }, limits };
    };
    return { text: read('text', start, middle), vector: read('vector', middle, end) };
  } catch (cause) {
    throw new StartupError(`${CARE_WEIGHTS}: ${(cause as Error).message}`, { cause });
  }
}

/** Weights of a reading with a vector of so many dimensions. */
export function countWeights(dimensions: number): number {
  return (BUCKETS + dimensions + 1) * CLASSES.length;
}

/** What a message is read by; `vector` has the length 1, and is left out where the weights know none. */
export interface ReadMessage {
  features: MessageFeatures;
  vector: Float32Array | null;
}

/** How much a vector weighs beside words and letters: chosen by leaving examples out. */
const VECTOR_WEIGHT = 4;

/** Calls `visit` with each row of a message and its value. */
export function visitRows(
  { features: { places, weights }, vector }: ReadMessage,
  dimensions: number,
  visit: (row: number, value: number) => void,
): void {
  for (let index = 0; index < places.length; index++) {
    visit(places[index] ?? 0, weights[index] ?? 0);
  }
  for (let index = 0; index < dimensions; index++) {
    visit(BUCKETS + index, VECTOR_WEIGHT * (vector?.[index] ?? 0));
  }
  visit(BUCKETS + dimensions, 1);
}

/** The score of each of `CLASSES`; differences are natural logarithms of odds. */
export function scoreClasses({ values, dimensions }: ClassWeights, message: ReadMessage): Float64Array {
  const scores = new Float64Array(CLASSES.length);
  visitRows(message, dimensions, (row, value) => {
    const start = row * CLASSES.length;
    for (let index = 0; index < scores.length; index++) {
      scores[index] = (scores[index] ?? 0) + value * (values[start + index] ?? 0);
    }
  });
  return scores;
}

/** The score of each topic: the natural logarithm of its odds against an ordinary message. */
export function scoreTopics(scores: Float64Array): Record<CareTopic, number> {
  const ordinary = scores[0] ?? 0;
  const entries = CARE_TOPICS.map((topic, index) => [topic, (scores[index + 1] ?? 0) - ordinary]);
  return Object.fromEntries(entries) as Record<CareTopic, number>;
}
