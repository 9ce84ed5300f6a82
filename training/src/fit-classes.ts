import { createRandom } from '../../server/src/knowledge/testing/create-random.ts';

/** A message to fit weights to: its rows with their values, and which class it belongs to. */
export interface ClassExample {
  rows: Int32Array;
  values: Float32Array;
  label: number;
}

/** Rounds over all examples, length of the first steps, and what keeps weights small: chosen by leaving examples out. */
const ROUNDS = 8;
const STEP = 0.15;
const SHRINKAGE = 2e-4;
/** Errors of a probability below this change nothing. */
const ERROR_MIN = 1e-3;

/**
 * Multinomial logistic regression: weights that give the examples' classes the highest odds, less a penalty on large
 * weights, by gradient steps that shorten where many were taken (Duchi, Hazan and Singer, 2011). The same examples
 * give the same weights.
 */
export function fitClasses(
  examples: readonly ClassExample[],
  { rows, classes }: { rows: number; classes: number },
): Float32Array {
  const weights = new Float32Array(rows * classes);
  const taken = new Float32Array(rows * classes).fill(1e-6);
  const errors = new Float64Array(classes);
  const order = examples.map((_, index) => index);
  const random = createRandom(1);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index];
      if (example === undefined) continue;
      measureErrors(example, weights, errors);
      for (let k = 0; k < classes; k++) {
        const error = errors[k] ?? 0;
        if (Math.abs(error) >= ERROR_MIN) descend(example, error, { weights, taken, classes, k });
      }
    }
  }
  return weights;
}

/** Probability of each class, less 1 for the right one. */
function measureErrors(
  { rows, values, label }: ClassExample,
  weights: Float32Array,
  errors: Float64Array,
): void {
  const classes = errors.length;
  errors.fill(0);
  for (let i = 0; i < rows.length; i++) {
    const start = (rows[i] ?? 0) * classes;
    const value = values[i] ?? 0;
    for (let k = 0; k < classes; k++) {
      errors[k] = (errors[k] ?? 0) + value * (weights[start + k] ?? 0);
    }
  }
  toErrors(errors, label);
}

/** Turns the score of each class into its probability, less 1 for the right one. */
export function toErrors(scores: Float64Array, label: number): void {
  const highest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  let sum = 0;
  for (const [k, score] of scores.entries()) {
    scores[k] = Math.exp(score - highest);
    sum += scores[k] ?? 0;
  }
  for (const [k, odds] of scores.entries()) scores[k] = odds / sum - (k === label ? 1 : 0);
}

function descend(
  { rows, values }: ClassExample,
  error: number,
  {
    weights,
    taken,
    classes,
    k,
  }: { weights: Float32Array; taken: Float32Array; classes: number; k: number },
): void {
  for (let i = 0; i < rows.length; i++) {
    const at = (rows[i] ?? 0) * classes + k;
    const weight = weights[at] ?? 0;
    const slope = error * (values[i] ?? 0) + SHRINKAGE * weight;
    const sum = (taken[at] ?? 0) + slope * slope;
    taken[at] = sum;
    weights[at] = weight - (STEP * slope) / Math.sqrt(sum);
  }
}

/** Puts what is in order into another one. */
export function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
}
