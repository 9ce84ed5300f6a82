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
 * Judges a message by the part of it that sounds most like danger; null for ordinary talk. The vectors
 * are the bundled encoder's.
 */
export function judgeVectors(
  vectors: readonly Float32Array[],
  examples: DangerExamples,
): Danger | null {
  const { likely, possible } = examples.limits;
  const [loudest] = vectors
    .map((vector) => {
      const likeness = measureLikeness(examples.vectors, vector);
      return { likeness, vote: countVotes(examples.danger, likeness) };
    })
    .toSorted((a, b) => b.vote - a.vote);
  if (loudest === undefined || !(loudest.vote >= possible)) return null;
  return {
    topic: countVotes(examples.abuse, loudest.likeness) > 0 ? 'abuse' : 'crisis',
    certainty: loudest.vote >= likely ? 'likely' : 'possible',
  };
}
