import { countVotes, measureLikeness } from './example-vote.ts';
import type { DangerExamples } from './load-danger-examples.ts';

/**
 * What a message sounds like. `likely`: it is answered with help alone; `possible`: with help first, then
 * with what was asked.
 */
export interface Danger {
  topic: 'crisis' | 'abuse';
  certainty: 'likely' | 'possible';
}

/** Judges a message by its vector of the bundled encoder; null for ordinary talk. */
export function judgeVector(vector: Float32Array, examples: DangerExamples): Danger | null {
  const { likely, possible } = examples.limits;
  const likeness = measureLikeness(examples.vectors, vector);
  const vote = countVotes(examples.danger, likeness);
  if (!(vote >= possible)) return null;
  return {
    topic: countVotes(examples.abuse, likeness) > 0 ? 'abuse' : 'crisis',
    certainty: vote >= likely ? 'likely' : 'possible',
  };
}
