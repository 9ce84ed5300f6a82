import { z } from 'zod';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { readJsonFile } from '../../../platform/read-json-file.ts';
import {
  createClassifier,
  decodeFloats,
  type Classifier,
  type ClassifierDeps,
} from './classifier.ts';

/** Finds messages that need care of another sort than danger. */
export type TopicClassifier = Classifier<ClassifiedTopic>;

/** Finds care topics that no pattern knows. */
export function createTopicClassifier(deps: ClassifierDeps): TopicClassifier {
  const weights = loadTopicWeights();
  return createClassifier(deps, 'care_not_sensed', async (text, embed) => {
    const [vector] = await embed([text]);
    return vector === undefined ? null : chooseTopic(vector, weights);
  });
}

/** The care topic that a message's vector of the bundled encoder lies farthest within, or null for none. */
export function chooseTopic(vector: Float32Array, weights: TopicWeights): ClassifiedTopic | null {
  const [best] = CLASSIFIED_TOPICS.map((topic) => {
    const { plane, limit } = weights[topic];
    return { topic, margin: scoreByPlane(plane, vector) - limit };
  }).toSorted((a, b) => b.margin - a.margin);
  return best !== undefined && best.margin >= 0 ? best.topic : null;
}

/** The care topics that the classifier knows. */
export const CLASSIFIED_TOPICS = [
  'health',
  'private_data',
  'deception',
  'ghost_writing',
  'professional_advice',
  'eligibility',
  'odds',
] as const;

export type ClassifiedTopic = (typeof CLASSIFIED_TOPICS)[number];

/** What tells each topic from all other talk; at `limit` and above a message belongs to it. */
export type TopicWeights = Record<ClassifiedTopic, { plane: Plane; limit: number }>;

/** As the file holds them: weights are 32-bit floats, little-endian, in base64. */
const topicWeightsSchema = z.record(
  z.enum(CLASSIFIED_TOPICS),
  z.strictObject({ weights: z.base64(), bias: z.number(), limit: z.number() }),
);
export type StoredTopicWeights = z.infer<typeof topicWeightsSchema>;

/** Reads the weights that `npm run train -- topic-weights` fitted to reviewed examples. */
function loadTopicWeights(): TopicWeights {
  const stored = readJsonFile(resourceFile('topic-weights.json'), topicWeightsSchema);
  const entries = CLASSIFIED_TOPICS.map((topic) => {
    const { weights, bias, limit } = stored[topic];
    return [topic, { plane: { weights: decodeFloats(weights), bias }, limit }] as const;
  });
  return Object.fromEntries(entries) as TopicWeights;
}

/** A plane between two sorts of texts in the space of the bundled encoder's vectors. */
export interface Plane {
  weights: Float32Array;
  bias: number;
}

/** On which side a vector lies, and how far: above 0 the positive one, in the natural logarithm of the odds. */
export function scoreByPlane({ weights, bias }: Plane, vector: Float32Array): number {
  return weights.reduce((sum, weight, index) => sum + weight * (vector[index] ?? 0), bias);
}
