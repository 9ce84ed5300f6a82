import type { Plane } from '../../server/src/assistant/safety/classifier/topic-classifier.ts';

/** Keeps weights small: a larger one misses more, a smaller one fits the examples too closely. */
const SHRINKAGE = 0.1;
const ROUNDS = 600;

/** A vector, and whether it belongs on the plane's positive side. */
export interface Example {
  vector: Float32Array;
  isPositive: boolean;
}

/**
 * Logistic regression with a penalty on the squared weights, by Nesterov's accelerated gradient with a
 * restart whenever it runs uphill. The same examples give the same weights.
 */
export function fitPlane(examples: readonly Example[]): Plane {
  const dimensions = examples[0]?.vector.length ?? 0;
  // The last entry is the bias.
  let weights = new Float64Array(dimensions + 1);
  let ahead = weights;
  let momentum = 1;
  const step = 1 / (0.25 * measureSpread(examples, dimensions) + SHRINKAGE);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = computeSlope(examples, ahead);
    const next = ahead.map((value, index) => value - step * (slope[index] ?? 0));
    const isUphill = dot(slope, subtract(next, weights)) > 0;
    const grown = isUphill ? 1 : (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2;
    const pull = isUphill ? 0 : (momentum - 1) / grown;
    const before = weights;
    ahead = next.map((value, index) => value + pull * (value - (before[index] ?? 0)));
    weights = next;
    momentum = grown;
  }
  return {
    weights: Float32Array.from(weights.subarray(0, dimensions)),
    bias: weights[dimensions] ?? 0,
  };
}

function computeSlope(examples: readonly Example[], weights: Float64Array): Float64Array {
  const bias = weights.length - 1;
  const slope = weights.map((value, index) => (index === bias ? 0 : SHRINKAGE * value));
  for (const { vector, isPositive } of examples) {
    let sum = weights[bias] ?? 0;
    for (let index = 0; index < bias; index++) sum += (weights[index] ?? 0) * (vector[index] ?? 0);
    const error = 1 / (1 + Math.exp(-sum)) - (isPositive ? 1 : 0);
    for (let index = 0; index < bias; index++) {
      slope[index] = (slope[index] ?? 0) + error * (vector[index] ?? 0);
    }
    slope[bias] = (slope[bias] ?? 0) + error;
  }
  return slope;
}

/** The largest eigenvalue of the examples' squares, by power iteration: how steep the slope may get. */
function measureSpread(examples: readonly Example[], dimensions: number): number {
  let direction = new Float64Array(dimensions + 1).fill(1);
  let length = 0;
  for (let round = 0; round < 20; round++) {
    const next = new Float64Array(dimensions + 1);
    for (const { vector } of examples) {
      let sum = direction[dimensions] ?? 0;
      for (let index = 0; index < dimensions; index++) {
        sum += (direction[index] ?? 0) * (vector[index] ?? 0);
      }
      for (let index = 0; index < dimensions; index++) {
        next[index] = (next[index] ?? 0) + sum * (vector[index] ?? 0);
      }
      next[dimensions] = (next[dimensions] ?? 0) + sum;
    }
    length = Math.hypot(...next);
    direction = next.map((value) => value / length);
  }
  return length;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, index) => value - (b[index] ?? 0));
}
