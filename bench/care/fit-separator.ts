import type { Separator } from '../../server/src/assistant/guards/care/separator.ts';

/** Keeps weights small: a stronger pull misses more, a weaker one learns the examples by heart. */
const SHRINKAGE = 0.1;
const ROUNDS = 600;

/** A vector, and whether it belongs on the separator's positive side. */
export interface Example {
  vector: Float32Array;
  isPositive: boolean;
}

/**
 * Logistic regression with a penalty on the squared weights, by Nesterov's accelerated gradient with a
 * restart whenever it runs uphill. The same examples give the same weights.
 */
export function fitSeparator(examples: readonly Example[]): Separator {
  const dimensions = examples[0]?.vector.length ?? 0;
  // The last place is the bias.
  let weights = new Float64Array(dimensions + 1);
  let ahead = weights;
  let momentum = 1;
  const step = 1 / (0.25 * measureSpread(examples, dimensions) + SHRINKAGE);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = computeSlope(examples, ahead);
    const next = ahead.map((value, place) => value - step * (slope[place] ?? 0));
    const isUphill = dot(slope, subtract(next, weights)) > 0;
    const grown = isUphill ? 1 : (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2;
    const pull = isUphill ? 0 : (momentum - 1) / grown;
    const before = weights;
    ahead = next.map((value, place) => value + pull * (value - (before[place] ?? 0)));
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
  const slope = weights.map((value, place) => (place === bias ? 0 : SHRINKAGE * value));
  for (const { vector, isPositive } of examples) {
    let sum = weights[bias] ?? 0;
    for (let place = 0; place < bias; place++) sum += (weights[place] ?? 0) * (vector[place] ?? 0);
    const error = 1 / (1 + Math.exp(-sum)) - (isPositive ? 1 : 0);
    for (let place = 0; place < bias; place++) {
      slope[place] = (slope[place] ?? 0) + error * (vector[place] ?? 0);
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
      for (let place = 0; place < dimensions; place++) {
        sum += (direction[place] ?? 0) * (vector[place] ?? 0);
      }
      for (let place = 0; place < dimensions; place++) {
        next[place] = (next[place] ?? 0) + sum * (vector[place] ?? 0);
      }
      next[dimensions] = (next[dimensions] ?? 0) + sum;
    }
    length = Math.hypot(...next);
    direction = next.map((value) => value / length);
  }
  return length;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, place) => value - (b[place] ?? 0));
}
