import { measureSide } from './separator.ts';
import { SENSED_TOPICS, type SensedTopic, type TopicWeights } from './load-topic-weights.ts';

/** The care topic that a message's vector of the bundled encoder lies farthest within, or null for none. */
export function judgeTopic(vector: Float32Array, weights: TopicWeights): SensedTopic | null {
  const [best] = SENSED_TOPICS.map((topic) => {
    const { separator, limit } = weights[topic];
    return { topic, margin: measureSide(separator, vector) - limit };
  }).toSorted((a, b) => b.margin - a.margin);
  return best !== undefined && best.margin >= 0 ? best.topic : null;
}
