/** Vectors of examples, each of length 1, one after the other. */
export interface ExampleVectors {
  values: Float32Array;
  dimensions: number;
}

/** How loudly each example speaks, and for which side by its sign. */
export interface Votes {
  weights: Float32Array;
  bias: number;
}

/** How fast an example falls silent with distance: chosen by leaving examples out. */
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
    for (let place = 0; place < dimensions; place++) {
      cosine += (values[start + place] ?? 0) * (direction[place] ?? 0);
    }
    likeness[example] = Math.exp(SHARPNESS * (cosine - 1));
  }
  return likeness;
}

/** The same direction with length 1. */
export function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The vote of all examples on a message: above 0 for the one side, in the natural logarithm of the odds. */
export function countVotes({ weights, bias }: Votes, likeness: Float32Array): number {
  return weights.reduce((sum, weight, example) => sum + weight * (likeness[example] ?? 0), bias);
}
