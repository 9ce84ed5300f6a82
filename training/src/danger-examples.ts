import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  scoreByExamples,
  measureLikeness,
  type StoredDangerExamples,
  unpackVectors,
  type ExampleWeights,
} from '../../server/src/assistant/safety/classifier/danger-examples.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { fitKernel } from './fit-kernel.ts';
import { type DangerMessages, readMessages } from './read-messages.ts';
import { packWeights, readLimit, writeResource } from './write-resource.ts';

/** In the order of the list that the vectors stand in. */
const EXAMPLES = ['examples.yaml', 'further-examples.yaml'].map(
  (name) => new URL(`../danger/${name}`, import.meta.url),
);
const FOLDS = 5;
/** Ordinary messages above each limit while they were left out, as a share. */
const FALSE_ALARMS = { likely: 0.01, possible: 0.028 };
const KINDS = ['crisis', 'abuse', 'ordinary'] as const;

interface Message {
  kind: keyof DangerMessages;
  vector: Float32Array;
}

/**
 * Trains what tells a crisis message from ordinary talk. It takes a minute or two. The limits are read off
 * messages that were left out of training, a fifth at a time.
 */
export async function train(): Promise<void> {
  const messages = await embedExamples();
  const dimensions = messages[0]?.vector.length ?? 0;
  const packed = Buffer.from(
    Int8Array.from(messages.flatMap(({ vector }) => toBytes(vector))).buffer,
  ).toString('base64');
  const vectors = { values: unpackVectors(packed, dimensions), dimensions };
  const likeness = messages.map(({ vector }) => measureLikeness(vectors, vector));
  const all = messages.map((_, index) => index);
  const fitDanger = (examples: readonly number[]): ExampleWeights =>
    fitKernel({
      likeness,
      isPositive: messages.map(({ kind }) => kind !== 'ordinary'),
      examples,
    });

  const scores = new Float64Array(messages.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const fitted = fitDanger(all.filter((index) => index % FOLDS !== fold));
    for (const index of all.filter((one) => one % FOLDS === fold)) {
      scores[index] = scoreByExamples(fitted, likeness[index] ?? new Float32Array());
    }
  }
  const scoresOf = (kind: Message['kind']) =>
    Array.from(scores).filter((_, index) => messages[index]?.kind === kind);
  const limits = {
    likely: readLimit(scoresOf('ordinary'), FALSE_ALARMS.likely),
    possible: readLimit(scoresOf('ordinary'), FALSE_ALARMS.possible),
  };
  for (const kind of KINDS) {
    const own = scoresOf(kind);
    const above = (limit: number) =>
      `${((100 * own.filter((score) => score >= limit).length) / own.length).toFixed(1)} %`;
    console.log(
      `${kind}: ${own.length} messages, left out: likely ${above(limits.likely)}, at least possible ${above(limits.possible)}`,
    );
  }
  const abuse = fitKernel({
    likeness,
    isPositive: messages.map(({ kind }) => kind === 'abuse'),
    examples: all.filter((index) => messages[index]?.kind !== 'ordinary'),
  });
  await writeResource('danger-examples.json', {
    limits,
    dimensions,
    danger: packWeights(fitDanger(all)),
    abuse: packWeights(abuse),
    vectors: packed,
  } satisfies StoredDangerExamples);
}

async function embedExamples(): Promise<Message[]> {
  const files = await Promise.all(EXAMPLES.map((file) => readMessages(file)));
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const embedded: Message[] = [];
    for (const kind of KINDS) {
      const texts = [...new Set(files.flatMap((lists) => lists[kind]))];
      const vectors = await model.embed(texts, AbortSignal.timeout(600_000));
      embedded.push(...vectors.map((vector) => ({ kind, vector })));
    }
    return embedded;
  } finally {
    await encoder.close();
  }
}

/** The largest part of each vector becomes 127: only directions are compared. */
function toBytes(vector: Float32Array): number[] {
  const largest = Math.max(...vector.map(Math.abs));
  return Array.from(vector, (value) => Math.round((127 * value) / largest));
}
