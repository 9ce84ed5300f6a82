import { readFileSync } from 'node:fs';
import { decodeFloats } from '../decode-floats.ts';
import type { Separator } from './separator.ts';

const FILE = new URL('./topic-weights.json', import.meta.url);

/** The care topics that a message can be heard to belong to by its meaning. */
export const SENSED_TOPICS = [
  'health',
  'private_data',
  'deception',
  'ghost_writing',
  'professional_advice',
  'eligibility',
  'odds',
] as const;

/** One of them. */
export type SensedTopic = (typeof SENSED_TOPICS)[number];

/** What tells each topic from all other talk; at `limit` and above a message belongs to it. */
export type TopicWeights = Record<SensedTopic, { separator: Separator; limit: number }>;

/** As the file holds them: weights are 32-bit floats, little-endian, in base64. */
export type StoredTopicWeights = Record<
  SensedTopic,
  { weights: string; bias: number; limit: number }
>;

/** Reads the weights that `bench/build-care-weights.ts` learned from reviewed examples. */
export function loadTopicWeights(): TopicWeights {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as StoredTopicWeights;
  const entries = SENSED_TOPICS.map((topic) => {
    const { weights, bias, limit } = stored[topic];
    return [topic, { separator: { weights: decodeFloats(weights), bias }, limit }] as const;
  });
  return Object.fromEntries(entries) as TopicWeights;
}
