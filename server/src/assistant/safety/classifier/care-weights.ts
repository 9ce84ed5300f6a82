import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { CARE_TOPICS, type CareTopic, HELP_TOPICS, NOTE_TOPICS } from '../care-topics.ts';
import { BUCKETS, type MessageFeatures } from './message-features.ts';

/** Where `npm run train -- care-weights` writes what it fitted. */
export const CARE_WEIGHTS = 'care-weights.bin';

/** What messages are told apart as; the ordinary ones first. */
export const CLASSES = ['ordinary', ...CARE_TOPICS] as const;

/**
 * A row for each place of `message-features.ts`, then for each dimension of the encoder's vector, then for what every
 * message has; in a row one weight for each of `CLASSES`.
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
  /** What one step of a stored weight stands for. */
  step: z.number().positive(),
  limits: z.strictObject({ en: topicLimitsSchema, es: topicLimitsSchema }),
  outranking: z.number().positive(),
});
type Head = z.infer<typeof headSchema>;

/** The file: the head as a line of JSON, then a signed byte a weight. */
export function packCareWeights(
  { weights, limits, outranking }: CareWeights,
  about: Head['about'],
): Buffer {
  const { values, dimensions } = weights;
  const step = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
  const head = { about, buckets: BUCKETS, dimensions, step, limits: { ...limits }, outranking };
  const bytes = Int8Array.from(values, (value) => Math.round(value / step));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head satisfies Head)}\n`),
    Buffer.from(bytes.buffer),
  ]);
}

/** @throws StartupError when the file is missing or broken. */
export function loadCareWeights(): CareWeights {
  try {
    const file = readFileSync(resourceFile(CARE_WEIGHTS));
    const end = file.indexOf('\n');
    const head = headSchema.parse(JSON.parse(file.toString('utf8', 0, Math.max(end, 0))));
    const stored = new Int8Array(file.subarray(end + 1));
    const { dimensions, step, limits, outranking } = head;
    if (stored.length !== countWeights(dimensions))
      throw new Error(`holds ${stored.length} weights`);
    return {
      weights: { values: Float32Array.from(stored, (value) => value * step), dimensions },
      limits,
      outranking,
    };
  } catch (cause) {
    throw new StartupError(`${CARE_WEIGHTS}: ${(cause as Error).message}`, { cause });
  }
}

/** Weights there are with a vector of so many dimensions. */
export function countWeights(dimensions: number): number {
  return (BUCKETS + dimensions + 1) * CLASSES.length;
}

/** What a message is read by; `vector` has the length 1. */
export interface ReadMessage {
  features: MessageFeatures;
  vector: Float32Array;
}

/** How much a vector weighs, and words and letters beside it: chosen by leaving examples out. */
const VECTOR_WEIGHT = 4;
const TEXT_WEIGHT = 0.5;

/** Calls `visit` with each row of a message and its value. */
export function visitRows(
  { features: { places, weights }, vector }: ReadMessage,
  dimensions: number,
  visit: (row: number, value: number) => void,
): void {
  for (let index = 0; index < places.length; index++) {
    visit(places[index] ?? 0, TEXT_WEIGHT * (weights[index] ?? 0));
  }
  for (let index = 0; index < dimensions; index++) {
    visit(BUCKETS + index, VECTOR_WEIGHT * (vector[index] ?? 0));
  }
  visit(BUCKETS + dimensions, 1);
}

/** The score of each of `CLASSES`; differences are natural logarithms of odds. */
export function scoreClasses(
  { values, dimensions }: ClassWeights,
  message: ReadMessage,
): Float64Array {
  const scores = new Float64Array(CLASSES.length);
  visitRows(message, dimensions, (row, value) => {
    const start = row * CLASSES.length;
    for (let index = 0; index < scores.length; index++) {
      scores[index] = (scores[index] ?? 0) + value * (values[start + index] ?? 0);
    }
  });
  return scores;
}

/** The score of each topic, and of help whatever its topic: the natural logarithm of the odds against ordinary. */
export function scoreTopics(scores: Float64Array): Record<CareTopic | 'help', number> {
  const ordinary = scores[0] ?? 0;
  const entries = CARE_TOPICS.map((topic, index) => [topic, (scores[index + 1] ?? 0) - ordinary]);
  const topics = Object.fromEntries(entries) as Record<CareTopic, number>;
  const odds = HELP_TOPICS.reduce((sum, topic) => sum + Math.exp(topics[topic]), 0);
  return { ...topics, help: Math.log(odds) };
}
