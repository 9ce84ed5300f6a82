import type { ExampleWeights } from '../../server/src/assistant/safety/classifier/danger-examples.ts';

/** Keeps weights small: a larger one misses more, a smaller one fits the examples too closely. */
const SHRINKAGE = 0.05;
const ROUNDS = 600;

/** What is fitted: how much the examples are like each other, and their labels. */
export interface TrainingSet {
  /** A row for each example, with its likeness to all of them. */
  likeness: readonly Float32Array[];
  isPositive: readonly boolean[];
  /** Examples that take part, by their index. */
  examples: readonly number[];
}

/**
 * Kernel logistic regression: weights that give the examples' labels the highest odds, less a penalty on
 * large weights, by Nesterov's accelerated gradient. The same examples give the same weights.
 */
export function fitKernel({ likeness, isPositive, examples }: TrainingSet): ExampleWeights {
  const rows = examples.map((row) => {
    const own = likeness[row];
    // The constant is the bias's part.
    return Float64Array.from(examples, (column) => (own?.[column] ?? 0) + 1);
  });
  const wanted = examples.map((index) => (isPositive[index] ? 1 : 0));
  const steepest = 0.25 * measureSpread(rows) + SHRINKAGE;
  const pull = (1 - Math.sqrt(SHRINKAGE / steepest)) / (1 + Math.sqrt(SHRINKAGE / steepest));
  let weights = new Float64Array(examples.length);
  let ahead = weights;
  for (let round = 0; round < ROUNDS; round++) {
    const scores = multiply(rows, ahead);
    const next = ahead.map((weight, index) => {
      const error = 1 / (1 + Math.exp(-(scores[index] ?? 0))) - (wanted[index] ?? 0);
      return weight - (error + SHRINKAGE * weight) / steepest;
    });
    const before = weights;
    ahead = next.map((weight, index) => weight + pull * (weight - (before[index] ?? 0)));
    weights = next;
  }
  const all = new Float32Array(likeness.length);
  examples.forEach((example, index) => (all[example] = weights[index] ?? 0));
  return { weights: all, bias: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** The largest eigenvalue, by power iteration: how steep the slope may get. */
function measureSpread(rows: readonly Float64Array[]): number {
  let direction = new Float64Array(rows.length).fill(1 / Math.sqrt(rows.length));
  let length = 0;
  for (let round = 0; round < 20; round++) {
    const next = multiply(rows, direction);
    length = Math.hypot(...next);
    direction = next.map((value) => value / length);
  }
  return length;
}

function multiply(rows: readonly Float64Array[], by: Float64Array): Float64Array {
  return Float64Array.from(rows, (row) => {
    let sum = 0;
    for (let index = 0; index < by.length; index++) sum += (row[index] ?? 0) * (by[index] ?? 0);
    return sum;
  });
}
