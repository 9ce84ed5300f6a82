import type { Votes } from '../../server/src/assistant/guards/danger/example-vote.ts';

/** Keeps votes small: a stronger pull misses more, a weaker one learns the examples by heart. */
const SHRINKAGE = 0.05;
const ROUNDS = 600;

/** What is to be learned: who is how much like whom, and who belongs to the positive side. */
export interface Lesson {
  /** A row for each example, with its likeness to all of them. */
  likeness: readonly Float32Array[];
  isPositive: readonly boolean[];
  /** Examples that take part, by their places. */
  pupils: readonly number[];
}

/**
 * Kernel logistic regression: votes that give the examples' sides the highest odds, less a penalty on
 * loudness, by Nesterov's accelerated gradient. The same examples give the same votes.
 */
export function fitVotes({ likeness, isPositive, pupils }: Lesson): Votes {
  const rows = pupils.map((row) => {
    const own = likeness[row];
    // The constant is the bias's part.
    return Float64Array.from(pupils, (column) => (own?.[column] ?? 0) + 1);
  });
  const wanted = pupils.map((place) => (isPositive[place] ? 1 : 0));
  const steepest = 0.25 * measureSpread(rows) + SHRINKAGE;
  const pull = (1 - Math.sqrt(SHRINKAGE / steepest)) / (1 + Math.sqrt(SHRINKAGE / steepest));
  let votes = new Float64Array(pupils.length);
  let ahead = votes;
  for (let round = 0; round < ROUNDS; round++) {
    const sides = multiply(rows, ahead);
    const next = ahead.map((vote, place) => {
      const error = 1 / (1 + Math.exp(-(sides[place] ?? 0))) - (wanted[place] ?? 0);
      return vote - (error + SHRINKAGE * vote) / steepest;
    });
    const before = votes;
    ahead = next.map((vote, place) => vote + pull * (vote - (before[place] ?? 0)));
    votes = next;
  }
  const weights = new Float32Array(likeness.length);
  pupils.forEach((place, index) => (weights[place] = votes[index] ?? 0));
  return { weights, bias: votes.reduce((sum, vote) => sum + vote, 0) };
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
    for (let place = 0; place < by.length; place++) sum += (row[place] ?? 0) * (by[place] ?? 0);
    return sum;
  });
}
