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

/**
 * What the vote for a part must exceed a limit by, in the natural logarithm of the odds: without the rest,
 * "he is 16 and forgets everything" sounds worse than it is.
 */
const PART_MARGIN = 1;

/**
 * Judges a message by the whole, or by the part of it that sounds most like danger; null for ordinary
 * talk. The vectors are the bundled encoder's.
 */
export function judgeVectors(
  { whole, parts }: { whole: Float32Array; parts: readonly Float32Array[] },
  examples: DangerExamples,
): Danger | null {
  const { likely, possible } = examples.limits;
  const hear = (vector: Float32Array, margin: number) => {
    const likeness = measureLikeness(examples.vectors, vector);
    return { likeness, vote: countVotes(examples.danger, likeness) - margin };
  };
  const heard = [hear(whole, 0), ...parts.map((part) => hear(part, PART_MARGIN))];
  const [loudest] = heard.toSorted((a, b) => b.vote - a.vote);
  if (loudest === undefined || !(loudest.vote >= possible)) return null;
  return {
    topic: countVotes(examples.abuse, loudest.likeness) > 0 ? 'abuse' : 'crisis',
    certainty: loudest.vote >= likely ? 'likely' : 'possible',
  };
}
