import { writeFile } from 'node:fs/promises';
import { SENSED_TOPICS } from '../server/src/assistant/guards/care/load-topic-weights.ts';
import {
  countVotes,
  measureLikeness,
  type Votes,
} from '../server/src/assistant/guards/danger/example-vote.ts';
import {
  unpackVectors,
  type StoredDangerExamples,
} from '../server/src/assistant/guards/danger/load-danger-examples.ts';
import { readQuestions } from '../server/src/assistant/evaluation/read-questions.ts';
import { CARE_MESSAGES } from '../server/src/assistant/testing/care-messages.ts';
import { ORDINARY_QUESTIONS } from '../server/src/assistant/testing/ordinary-questions.ts';
import { ORDINARY_SPANISH_QUESTIONS } from '../server/src/assistant/testing/spanish-messages.ts';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import { fitVotes } from './danger/fit-votes.ts';
import { readLists, readMessages } from './danger/read-messages.ts';
import { rememberVectors } from './vector-cache.ts';

/**
 * Learns anew what tells a cry for help from ordinary talk, after the examples have changed:
 * `node bench/build-danger-examples.ts`. It takes two minutes. The limits are read off messages that were
 * left out while learning, a fifth at a time.
 */
const EXAMPLES = new URL('./danger/examples.yaml', import.meta.url);
/** What families ask; the held-out questions stay unseen. */
const QUESTION_FILES = ['golden-questions.yaml', 'own-words-questions.yaml'].map(
  (name) => new URL(`../knowledge-base/${name}`, import.meta.url),
);
/** Care topics that are no danger; talk of food and weight may be, and is left out. */
const CARE_EXAMPLES = new URL('./care/examples.yaml', import.meta.url);
const CARE_TOPICS = SENSED_TOPICS.filter((topic) => topic !== 'health');
const TARGET = new URL(
  '../server/src/assistant/guards/danger/danger-examples.json',
  import.meta.url,
);
const FOLDS = 5;
/** Ordinary look-alikes above each limit while they were left out, as a share. */
const FALSE_ALARMS = { likely: 0.01, possible: 0.028 };
const KINDS = ['crisis', 'abuse', 'ordinary'] as const;

interface Message {
  kind: (typeof KINDS)[number];
  vector: Float32Array;
}

const messages = await readVectors();
const dimensions = messages[0]?.vector.length ?? 0;
const packed = Buffer.from(
  Int8Array.from(messages.flatMap(({ vector }) => toBytes(vector))).buffer,
).toString('base64');
const vectors = { values: unpackVectors(packed, dimensions), dimensions };
const likeness = messages.map(({ vector }) => measureLikeness(vectors, vector));
const everybody = messages.map((_, place) => place);

const danger = learnDanger(everybody);
const abuse = fitVotes({
  likeness,
  isPositive: messages.map(({ kind }) => kind === 'abuse'),
  pupils: everybody.filter((place) => messages[place]?.kind !== 'ordinary'),
});
const votes = new Float64Array(messages.length);
for (let fold = 0; fold < FOLDS; fold++) {
  const learned = learnDanger(everybody.filter((place) => place % FOLDS !== fold));
  for (const place of everybody.filter((one) => one % FOLDS === fold)) {
    votes[place] = countVotes(learned, likeness[place] ?? new Float32Array());
  }
}
const limits = { likely: readLimit('likely'), possible: readLimit('possible') };
for (const kind of KINDS) {
  const own = votesOf(kind);
  const above = (limit: number) =>
    `${((100 * own.filter((vote) => vote >= limit).length) / own.length).toFixed(1)} %`;
  console.log(
    `${kind}: ${own.length} messages, left out: likely ${above(limits.likely)}, at least possible ${above(limits.possible)}`,
  );
}
const stored: StoredDangerExamples = {
  limits,
  dimensions,
  danger: encode(danger),
  abuse: encode(abuse),
  vectors: packed,
};
await writeFile(TARGET, `${JSON.stringify(stored, null, 2)}\n`);

async function readVectors(): Promise<Message[]> {
  const examples = await readMessages(EXAMPLES);
  const careExamples = await readLists(CARE_EXAMPLES, CARE_TOPICS);
  const questionFiles = await Promise.all(QUESTION_FILES.map((file) => readQuestions(file)));
  const questions = questionFiles
    .flatMap((file) => file.questions)
    .filter(({ care }) => care !== 'crisis' && care !== 'abuse');
  const texts = {
    crisis: [...examples.crisis, ...CARE_MESSAGES.crisis],
    abuse: [...examples.abuse, ...CARE_MESSAGES.abuse],
    ordinary: [
      ...examples.ordinary,
      ...ORDINARY_QUESTIONS,
      ...ORDINARY_SPANISH_QUESTIONS,
      ...questions.map(({ question }) => question),
      // They need care of another sort, and no help first.
      ...careExamples.flat(),
      ...Object.entries(CARE_MESSAGES).flatMap(([topic, list]) =>
        topic === 'crisis' || topic === 'abuse' ? [] : list,
      ),
    ],
  };
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const read: Message[] = [];
    for (const kind of KINDS) {
      const vectors = await model.embed([...new Set(texts[kind])], AbortSignal.timeout(600_000));
      read.push(...vectors.map((vector) => ({ kind, vector })));
    }
    return read;
  } finally {
    await encoder.close();
  }
}

/** The largest part of each vector becomes 127: only directions are compared. */
function toBytes(vector: Float32Array): number[] {
  const largest = Math.max(...vector.map(Math.abs));
  return Array.from(vector, (value) => Math.round((127 * value) / largest));
}

function learnDanger(pupils: readonly number[]): Votes {
  return fitVotes({
    likeness,
    isPositive: messages.map(({ kind }) => kind !== 'ordinary'),
    pupils,
  });
}

function votesOf(kind: Message['kind']): number[] {
  return Array.from(votes).filter((_, place) => messages[place]?.kind === kind);
}

/** Half way between the last ordinary message that may pass and the next. */
function readLimit(name: keyof typeof FALSE_ALARMS): number {
  const ordinary = votesOf('ordinary').toSorted((a, b) => b - a);
  const place = Math.floor(FALSE_ALARMS[name] * ordinary.length);
  return Number((((ordinary[place - 1] ?? 0) + (ordinary[place] ?? 0)) / 2).toFixed(3));
}

function encode({ weights, bias }: Votes) {
  const bytes = Buffer.alloc(4 * weights.length);
  weights.forEach((weight, place) => bytes.writeFloatLE(weight, 4 * place));
  return { weights: bytes.toString('base64'), bias: Number(bias.toFixed(6)) };
}
