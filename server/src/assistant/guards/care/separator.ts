/** A plane between two sorts of texts in the space of the bundled encoder's vectors. */
export interface Separator {
  weights: Float32Array;
  bias: number;
}

/** On which side a vector lies, and how far: above 0 the positive one, in the natural logarithm of the odds. */
export function measureSide({ weights, bias }: Separator, vector: Float32Array): number {
  return weights.reduce((sum, weight, place) => sum + weight * (vector[place] ?? 0), bias);
}
