import { readFileSync } from 'node:fs';
import { decodeFloats } from '../decode-floats.ts';
import { toUnitLength, type ExampleVectors, type Votes } from './example-vote.ts';

const FILE = new URL('./danger-examples.json', import.meta.url);

/** What tells a message that needs help first by its likeness to examples. */
export interface DangerExamples {
  vectors: ExampleVectors;
  /** Danger against ordinary talk. */
  danger: Votes;
  /** Among messages in danger: abuse against a crisis. */
  abuse: Votes;
  /** From which vote on help comes alone, and from which its lines come first. */
  limits: { likely: number; possible: number };
}

/** As the file holds them: vectors are signed bytes and weights 32-bit floats, little-endian, in base64. */
export interface StoredDangerExamples {
  limits: { likely: number; possible: number };
  dimensions: number;
  vectors: string;
  danger: { weights: string; bias: number };
  abuse: { weights: string; bias: number };
}

/** Reads what `bench/build-danger-examples.ts` made of the examples: vectors, no texts. */
export function loadDangerExamples(): DangerExamples {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as StoredDangerExamples;
  const { limits, dimensions, vectors, danger, abuse } = stored;
  return {
    limits,
    vectors: { values: unpackVectors(vectors, dimensions), dimensions },
    danger: unpackVotes(danger),
    abuse: unpackVotes(abuse),
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

function unpackVotes({ weights, bias }: StoredDangerExamples['danger']): Votes {
  return { weights: decodeFloats(weights), bias };
}
