import { z } from 'zod';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { readJsonFile } from '../../../platform/read-json-file.ts';
import { decodeFloats } from './classifier.ts';

/** What tells a message that needs help first by its likeness to examples. */
export interface DangerExamples {
  vectors: ExampleVectors;
  /** Danger against ordinary talk. */
  danger: ExampleWeights;
  /** Among messages in danger: abuse against a crisis. */
  abuse: ExampleWeights;
  /** From which score on help comes alone, and from which its lines come first. */
  limits: { likely: number; possible: number };
}

/** As the file holds them: vectors are signed bytes and weights 32-bit floats, little-endian, in base64. */
const weightsSchema = z.strictObject({ weights: z.base64(), bias: z.number() });
const dangerExamplesSchema = z.strictObject({
  limits: z.strictObject({ likely: z.number(), possible: z.number() }),
  dimensions: z.int().positive(),
  danger: weightsSchema,
  abuse: weightsSchema,
  vectors: z.base64(),
});
export type StoredDangerExamples = z.infer<typeof dangerExamplesSchema>;

/** Reads what `npm run train -- danger-examples` made of the examples: vectors, no texts. */
export function loadDangerExamples(): DangerExamples {
  const stored = readJsonFile(resourceFile('danger-examples.json'), dangerExamplesSchema);
  const { limits, dimensions, vectors, danger, abuse } = stored;
  return {
    limits,
    vectors: { values: unpackVectors(vectors, dimensions), dimensions },
    danger: unpackWeights(danger),
    abuse: unpackWeights(abuse),
  };
}

/** Signed bytes, one for each dimension, as vectors of length 1. */
export function unpackVectors(base64: string, dimensions: number): Float32Array {
  const values = new Float32Array(new Int8Array(Buffer.from(base64, 'base64')));
  for (let start = 0; start < values.length; start += dimensions) {
    values.set(toUnitLength(values.subarray(start, start + dimensions)), start);
  }
  return values;
}

function unpackWeights({ weights, bias }: StoredDangerExamples['danger']): ExampleWeights {
  return { weights: decodeFloats(weights), bias };
}

/** Vectors of examples, each of length 1, one after the other. */
interface ExampleVectors {
  values: Float32Array;
  dimensions: number;
}

/** The weight of each example; its sign is the example's label. */
export interface ExampleWeights {
  weights: Float32Array;
  bias: number;
}

/** How fast the weight of an example falls with distance: chosen by leaving examples out. */
const SHARPNESS = 2;

/** How much a message is like each example, in (0, 1]: 1 for the same direction. */
export function measureLikeness(
  { values, dimensions }: ExampleVectors,
  vector: Float32Array,
): Float32Array {
  const direction = toUnitLength(vector);
  const likeness = new Float32Array(values.length / dimensions);
  for (let example = 0; example < likeness.length; example++) {
    const start = example * dimensions;
    let cosine = 0;
    for (let index = 0; index < dimensions; index++) {
      cosine += (values[start + index] ?? 0) * (direction[index] ?? 0);
    }
    likeness[example] = Math.exp(SHARPNESS * (cosine - 1));
  }
  return likeness;
}

/** The same direction with length 1. */
function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The score of a message by all examples: above 0 for the positive label, in the natural logarithm of the odds. */
export function scoreByExamples({ weights, bias }: ExampleWeights, likeness: Float32Array): number {
  return weights.reduce((sum, weight, example) => sum + weight * (likeness[example] ?? 0), bias);
}
