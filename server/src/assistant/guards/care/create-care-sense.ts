import { createSense, type Sense, type SenseDeps } from '../create-sense.ts';
import { judgeTopic } from './judge-topic.ts';
import { loadTopicWeights, type SensedTopic } from './load-topic-weights.ts';

/** Tells the care topic that a message sounds like. */
export type CareSense = Sense<SensedTopic>;

/** Hears care topics that no pattern knows. */
export function createCareSense(deps: SenseDeps): CareSense {
  const weights = loadTopicWeights();
  return createSense(deps, 'care_not_sensed', async (text, embed) => {
    const [vector] = await embed([text]);
    return vector === undefined ? null : judgeTopic(vector, weights);
  });
}
