import type { DangerWeights } from './load-danger-weights.ts';
import { measureSide } from './separator.ts';

/**
 * What a message sounds like. `likely`: it is answered with help alone; `possible`: with help first, then
 * with what was asked.
 */
export interface Danger {
  topic: 'crisis' | 'abuse';
  certainty: 'likely' | 'possible';
}

/** Judges a message by its vector of the bundled encoder; null for ordinary talk. */
export function judgeVector(vector: Float32Array, weights: DangerWeights): Danger | null {
  const { likely, possible } = weights.limits;
  const side = measureSide(weights.danger, vector);
  if (!(side >= possible)) return null;
  return {
    topic: measureSide(weights.abuse, vector) > 0 ? 'abuse' : 'crisis',
    certainty: side >= likely ? 'likely' : 'possible',
  };
}
