import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { readQuestions } from '../server/src/assistant/evaluation/read-questions.ts';
import { judgeTopic } from '../server/src/assistant/guards/care/judge-topic.ts';
import {
  SENSED_TOPICS,
  type SensedTopic,
  type StoredTopicWeights,
  type TopicWeights,
} from '../server/src/assistant/guards/care/load-topic-weights.ts';
import { measureSide, type Separator } from '../server/src/assistant/guards/care/separator.ts';
import { findCareTopic } from '../server/src/assistant/guards/find-care-topic.ts';
import { CARE_MESSAGES } from '../server/src/assistant/testing/care-messages.ts';
import { CARE_STORIES } from '../server/src/assistant/testing/care-stories.ts';
import { ORDINARY_LOOK_ALIKES } from '../server/src/assistant/testing/ordinary-look-alikes.ts';
import { ORDINARY_QUESTIONS } from '../server/src/assistant/testing/ordinary-questions.ts';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import { fitSeparator } from './care/fit-separator.ts';
import { readMessages } from './danger/read-messages.ts';
import { rememberVectors } from './vector-cache.ts';

/**
 * Learns anew what tells the care topics from ordinary talk, after the examples have changed:
 * `node bench/build-care-weights.ts`. The limits are read off messages that were left out while
 * learning, a fifth at a time. Prints how many messages of `bench/care/held-back.yaml`, which are never
 * learned from, the patterns find alone and with these weights.
 */
const FOLDER = new URL('./care/', import.meta.url);
const DANGER_EXAMPLES = new URL('./danger/examples.yaml', import.meta.url);
const KNOWLEDGE_BASE = new URL('../knowledge-base/', import.meta.url);
const TARGET = new URL('../server/src/assistant/guards/care/topic-weights.json', import.meta.url);
const FOLDS = 5;
/**
 * Ordinary messages above a topic's limit while they were left out, as a share; fewer where the care text
 * speaks of what the asker may be up to.
 */
const FALSE_ALARMS: Partial<Record<SensedTopic, number>> = { deception: 0.0015 };
const FALSE_ALARMS_ELSE = 0.003;

type Kind = SensedTopic | 'ordinary';
interface Message {
  kind: Kind;
  text: string;
  vector: Float32Array;
}

const heldBack = await readLists('held-back.yaml');
const neverLearned = new Set(heldBack.map(({ text }) => text));
const encoder = createBundledEncoder();
const model = await rememberVectors(encoder.forPassages);
const learned = await embed((await readExamples()).filter(({ text }) => !neverLearned.has(text)));
const unseen = await embed(heldBack);
await encoder.close();

const stored: Partial<StoredTopicWeights> = {};
const weights: Partial<TopicWeights> = {};
for (const topic of SENSED_TOPICS) {
  const separator = fit(topic, learned);
  const sides = measureLeftOut(topic);
  const ordinary = sides.filter(({ kind }) => kind === 'ordinary').map(({ side }) => side);
  const limit = readLimit(ordinary, FALSE_ALARMS[topic] ?? FALSE_ALARMS_ELSE);
  const own = sides.filter(({ kind }) => kind === topic);
  console.log(`${topic}: left out ${share(own, ({ side }) => side >= limit)}`);
  weights[topic] = { separator, limit };
  stored[topic] = { ...encode(separator), limit };
}
await writeFile(TARGET, `${JSON.stringify(stored, null, 2)}\n`);

const found = weights as TopicWeights;
for (const kind of [...SENSED_TOPICS, 'ordinary'] as const) {
  const own = unseen.filter((message) => message.kind === kind);
  const byPattern = ({ text }: Message) => findCareTopic(text) !== null;
  const bySense = ({ vector }: Message) => judgeTopic(vector, found) !== null;
  const sense = share(own, (message) => byPattern(message) || bySense(message));
  console.log(`held back, ${kind}: patterns ${share(own, byPattern)}, with these ${sense}`);
}

async function readExamples(): Promise<{ kind: Kind; text: string }[]> {
  const danger = await readMessages(DANGER_EXAMPLES);
  const golden = await Promise.all(
    ['golden-questions.yaml', 'own-words-questions.yaml'].map((name) =>
      readQuestions(new URL(name, KNOWLEDGE_BASE)),
    ),
  );
  const ordinary = [
    ...danger.ordinary,
    ...ORDINARY_QUESTIONS,
    ...ORDINARY_LOOK_ALIKES,
    ...golden.flatMap(({ questions }) =>
      questions.flatMap(({ care, question }) => (care === undefined ? [question] : [])),
    ),
  ].filter((text) => findCareTopic(text) === null);
  return [
    ...(await readLists('examples.yaml')),
    ...SENSED_TOPICS.flatMap((kind) =>
      [...CARE_MESSAGES[kind], ...(CARE_STORIES[kind] ?? [])].map((text) => ({ kind, text })),
    ),
    ...[...new Set(ordinary)].map((text) => ({ kind: 'ordinary' as const, text })),
  ];
}

async function readLists(name: string): Promise<{ kind: Kind; text: string }[]> {
  const lists = parse(await readFile(new URL(name, FOLDER), 'utf8')) as Record<Kind, string[]>;
  return [...SENSED_TOPICS, 'ordinary' as const].flatMap((kind) =>
    lists[kind].map((text) => ({ kind, text })),
  );
}

async function embed(messages: { kind: Kind; text: string }[]): Promise<Message[]> {
  const texts = messages.map(({ text }) => text);
  const vectors = await model.embed(texts, AbortSignal.timeout(600_000));
  return messages.flatMap((message, place) => {
    const vector = vectors[place];
    return vector === undefined ? [] : [{ ...message, vector }];
  });
}

function fit(topic: SensedTopic, messages: readonly Message[]): Separator {
  return fitSeparator(messages.map(({ kind, vector }) => ({ vector, isPositive: kind === topic })));
}

function measureLeftOut(topic: SensedTopic): { kind: Kind; side: number }[] {
  return Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const separator = fit(
      topic,
      learned.filter((_message, place) => place % FOLDS !== fold),
    );
    return learned
      .filter((_message, place) => place % FOLDS === fold)
      .map(({ kind, vector }) => ({ kind, side: measureSide(separator, vector) }));
  });
}

/** Half way between the last ordinary message that may pass and the next. */
function readLimit(ordinary: readonly number[], falseAlarms: number): number {
  const sorted = ordinary.toSorted((a, b) => b - a);
  const place = Math.max(1, Math.floor(falseAlarms * sorted.length));
  return Number((((sorted[place - 1] ?? 0) + (sorted[place] ?? 0)) / 2).toFixed(3));
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): string {
  return `${all.filter(holds).length} of ${all.length}`;
}

function encode({ weights: values, bias }: Separator) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, place) => bytes.writeFloatLE(value, 4 * place));
  return { weights: bytes.toString('base64'), bias: Number(bias.toFixed(6)) };
}
