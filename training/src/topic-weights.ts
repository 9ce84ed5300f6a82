import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  chooseTopic,
  scoreByPlane,
  CLASSIFIED_TOPICS,
  type ClassifiedTopic,
  type Plane,
  type StoredTopicWeights,
  type TopicWeights,
} from '../../server/src/assistant/safety/classifier/topic-classifier.ts';
import { findCareTopic } from '../../server/src/assistant/safety/find-care-topic.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { fitPlane } from './fit-plane.ts';
import { readLists } from './read-messages.ts';
import { packWeights, readLimit, writeResource } from './write-resource.ts';

const FOLDER = new URL('../care/', import.meta.url);
const FOLDS = 5;
/**
 * Ordinary messages above a topic's limit while they were left out, as a share; fewer where the care text
 * speaks of what the asker may be up to.
 */
const FALSE_ALARMS: Partial<Record<ClassifiedTopic, number>> = { deception: 0.0015 };
const FALSE_ALARMS_ELSE = 0.003;
const KINDS = [...CLASSIFIED_TOPICS, 'ordinary'] as const;

interface Labelled {
  kind: (typeof KINDS)[number];
  text: string;
}
interface Message extends Labelled {
  vector: Float32Array;
}

/**
 * Trains what tells the care topics from ordinary talk. It takes minutes. The limits are read off messages
 * that were left out of training, a fifth at a time. Prints how many messages of `care/held-out.yaml`,
 * which are never trained on, the patterns find alone and with these weights.
 */
export async function train(): Promise<void> {
  const heldOutTexts = await readLabelled('held-out.yaml');
  const neverTrained = new Set(heldOutTexts.map(({ text }) => text));
  const exampleTexts = [
    ...(await readLabelled('examples.yaml')),
    ...(await readLabelled('further-examples.yaml')),
  ].filter(({ text }) => !neverTrained.has(text));
  const { examples, heldOut } = await embedAll(exampleTexts, heldOutTexts);

  const stored: Partial<StoredTopicWeights> = {};
  const weights: Partial<TopicWeights> = {};
  for (const topic of CLASSIFIED_TOPICS) {
    const plane = fit(topic, examples);
    const leftOut = scoreLeftOut(topic, examples);
    const ordinary = leftOut.filter(({ kind }) => kind === 'ordinary').map(({ score }) => score);
    const limit = readLimit(ordinary, FALSE_ALARMS[topic] ?? FALSE_ALARMS_ELSE);
    const own = leftOut.filter(({ kind }) => kind === topic);
    console.log(`${topic}: left out ${share(own, ({ score }) => score >= limit)}`);
    weights[topic] = { plane, limit };
    stored[topic] = { ...packWeights(plane), limit };
  }
  await writeResource('topic-weights.json', stored);
  reportHeldOut(heldOut, weights as TopicWeights);
}

function reportHeldOut(heldOut: readonly Message[], weights: TopicWeights): void {
  for (const kind of KINDS) {
    const own = heldOut.filter((message) => message.kind === kind);
    const byPattern = ({ text }: Message) => findCareTopic(text) !== null;
    const byClassifier = ({ vector }: Message) => chooseTopic(vector, weights) !== null;
    const both = share(own, (message) => byPattern(message) || byClassifier(message));
    console.log(`held out, ${kind}: patterns ${share(own, byPattern)}, with these ${both}`);
  }
}

async function readLabelled(name: string): Promise<Labelled[]> {
  const lists = await readLists(new URL(name, FOLDER), KINDS);
  return KINDS.flatMap((kind, index) => (lists[index] ?? []).map((text) => ({ kind, text })));
}

async function embedAll(examples: readonly Labelled[], heldOut: readonly Labelled[]) {
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const embed = async (messages: readonly Labelled[]) => {
      const texts = messages.map(({ text }) => text);
      const vectors = await model.embed(texts, AbortSignal.timeout(600_000));
      return messages.flatMap((message, index): Message[] => {
        const vector = vectors[index];
        return vector === undefined ? [] : [{ ...message, vector }];
      });
    };
    return { examples: await embed(examples), heldOut: await embed(heldOut) };
  } finally {
    await encoder.close();
  }
}

function fit(topic: ClassifiedTopic, messages: readonly Message[]): Plane {
  return fitPlane(messages.map(({ kind, vector }) => ({ vector, isPositive: kind === topic })));
}

function scoreLeftOut(
  topic: ClassifiedTopic,
  examples: readonly Message[],
): { kind: Labelled['kind']; score: number }[] {
  return Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const plane = fit(
      topic,
      examples.filter((_message, index) => index % FOLDS !== fold),
    );
    return examples
      .filter((_message, index) => index % FOLDS === fold)
      .map(({ kind, vector }) => ({ kind, score: scoreByPlane(plane, vector) }));
  });
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): string {
  return `${all.filter(holds).length} of ${all.length}`;
}
