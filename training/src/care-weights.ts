import { readdir } from 'node:fs/promises';
import { rememberVectors } from '../../bench/vector-cache.ts';
import { openProduct } from '../../evaluation/src/open-product.ts';
import { decideBand } from '../../server/src/assistant/coverage.ts';
import { isHelpTopic } from '../../server/src/assistant/safety/care-topics.ts';
import {
  CARE_WEIGHTS,
  CLASSES,
  countWeights,
  type Limited,
  LIMITED,
  type Limits,
  packCareWeights,
  type CareWeights,
  type ReadMessage,
  scoreClasses,
  scoreTopics,
  visitRows,
} from '../../server/src/assistant/safety/classifier/care-weights.ts';
import { listFeatures } from '../../server/src/assistant/safety/classifier/message-features.ts';
import { toUnitLength } from '../../server/src/assistant/safety/classifier/care-classifier.ts';
import { createSpanishGlossary } from '../../server/src/assistant/safety/classifier/gloss-spanish.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { type ClassExample, fitClasses } from './fit-classes.ts';
import { readKnownQuestions } from './known-questions.ts';
import { readLists } from './read-messages.ts';
import { writeResource } from './write-resource.ts';

const FOLDER = new URL('../care/', import.meta.url);
/** A voice is left out as a whole, so that it is not judged by what the same hand wrote; large ones in blocks. */
const FOLDS = 5;
const LARGE = 400;
const BLOCK = 25;
/** Ordinary messages that reach each limit while they were left out, as a share, for help and for notes. */
const FALSE_ALARMS = {
  help: { possible: 0.0125, likely: 0.0006, certain: 0.0001 },
  note: { possible: 0.004, likely: 0.002, certain: 0.0001 },
};

/** Every so many dangerous messages, and known questions, are searched for. */
const SEARCHED = { danger: 8, known: 16 };
const HITS_MAX = 8;
const PROBABILITY_MAX = 0.999;

type Scores = ReturnType<typeof scoreTopics>;

interface Example {
  text: string;
  label: number;
  fold: number;
  isKnown: boolean;
  isSpanish: boolean;
  voice: string;
}

/**
 * Trains what tells the care topics from ordinary questions. Limits are read off known questions that were left out of training with their section. Prints how
 * many examples of each voice were found while the whole voice was left out.
 */
export async function train(): Promise<void> {
  const examples = await readExamples();
  const vectors = await embed(examples);
  const dimensions = vectors.values().next().value?.length ?? 0;
  const { scores, ...fitted } = fitAll(examples, { vectors, dimensions });
  const date = new Date().toISOString().slice(0, 10);
  const data = 'training/care, knowledge-base/questions';
  const about = { script: 'npm run train -- care-weights', data, date };
  const write = (outranking: number) =>
    writeResource(CARE_WEIGHTS, packCareWeights({ ...fitted, outranking }, about));
  // The product reads the file before it can be asked.
  await write(1);
  await write(await fitOutranking(examples, scores, fitted.limits.en.help.possible));
}

async function readExamples(): Promise<Example[]> {
  const files = (await readdir(new URL('voices/', FOLDER))).filter((name) =>
    name.endsWith('.yaml'),
  );
  const gloss = createSpanishGlossary();
  const examples: Example[] = [];
  for (const [place, name] of files.toSorted().entries()) {
    const lists = await readLists(new URL(`voices/${name}`, FOLDER), [], CLASSES);
    const isLarge = lists.flat().length > LARGE;
    for (const [label, texts] of lists.entries()) {
      for (const [index, own] of texts.entries()) {
        const isSpanish = name.includes('spanish');
        const text = isSpanish ? gloss(own) : own;
        const voice = name.replace('.yaml', '');
        const fold = (isLarge ? Math.floor(index / BLOCK) : place) % FOLDS;
        examples.push({ text, label, fold, isKnown: false, isSpanish, voice });
      }
    }
  }
  const own = new Set(examples.map(({ text }) => text));
  for (const { text: asked, section, language } of await readKnownQuestions()) {
    const isSpanish = language !== 'en';
    const text = isSpanish ? gloss(asked) : asked;
    if (own.has(text)) continue;
    const fold = section % FOLDS;
    examples.push({ text, label: 0, fold, isKnown: true, isSpanish, voice: `known ${language}` });
  }
  return examples;
}

async function embed(examples: readonly Example[]): Promise<Map<string, Float32Array>> {
  const texts = [...new Set(examples.map(({ text }) => text))];
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const vectors = await model.embed(texts, AbortSignal.timeout(1_800_000));
    return new Map(vectors.map((vector, index) => [texts[index] ?? '', toUnitLength(vector)]));
  } finally {
    await encoder.close();
  }
}

function fitAll(
  examples: readonly Example[],
  { vectors, dimensions }: { vectors: ReadonlyMap<string, Float32Array>; dimensions: number },
): Omit<CareWeights, 'outranking'> & { scores: Map<Example, Scores> } {
  const messages = examples.map(({ text }): ReadMessage => ({
    features: listFeatures(text),
    vector: vectors.get(text) ?? new Float32Array(dimensions),
  }));
  const rows = messages.map((message, index) =>
    toRows(message, dimensions, examples[index]?.label ?? 0),
  );
  const size = { rows: countWeights(dimensions) / CLASSES.length, classes: CLASSES.length };
  const fit = (isIn: (fold: number | undefined) => boolean) => ({
    dimensions,
    values: fitClasses(
      rows.filter((_, index) => isIn(examples[index]?.fold)),
      size,
    ),
  });
  const scores = new Map<Example, Scores>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fit((own) => own !== fold);
    for (const [index, example] of examples.entries()) {
      const message = messages[index];
      if (example.fold === fold && message) {
        scores.set(example, scoreTopics(scoreClasses(weights, message)));
      }
    }
  }
  const limits = {
    en: readLimits(examples, scores, false),
    es: readLimits(examples, scores, true),
  };
  report(examples, scores, limits);
  return { weights: fit(() => true), limits, scores };
}

/**
 * How much the odds of an answer say against danger, beside the score: of dangerous messages and known questions in
 * English, by logistic regression. Below the limit of an answer they say nothing.
 */
async function fitOutranking(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Scores>,
  limit: number,
): Promise<number> {
  const english = examples.filter(({ isSpanish }) => !isSpanish);
  const isDanger = ({ label }: Example) => ['crisis', 'abuse'].includes(CLASSES[label] ?? '');
  const asked = [
    ...english.filter(isDanger).filter((_, index) => index % SEARCHED.danger === 0),
    ...english.filter(({ isKnown }) => isKnown).filter((_, index) => index % SEARCHED.known === 0),
  ];
  const product = await openProduct(() => undefined);
  const choices: Choice[] = [];
  try {
    for (const example of asked) {
      const question = { question: example.text, limit: HITS_MAX, language: 'en' };
      const found = await product.search.search(question, AbortSignal.timeout(60_000));
      const chance = Math.min(found.hits[0]?.probability ?? 0, PROBABILITY_MAX);
      const against = decideBand(found) === 'answered' ? Math.log(chance / (1 - chance)) : 0;
      const excess = (scores.get(example)?.help ?? 0) - limit;
      choices.push({ alternatives: [[excess, -against]], chosen: isDanger(example) ? 0 : null });
    }
  } finally {
    await product.close();
  }
  const [ofScore = 1, ofAnswer = 0] = fitChoice(choices).weights;
  return Number((ofAnswer / ofScore).toFixed(3));
}

function toRows(message: ReadMessage, dimensions: number, label: number): ClassExample {
  const rows: number[] = [];
  const values: number[] = [];
  visitRows(message, dimensions, (row, value) => {
    rows.push(row);
    values.push(value);
  });
  return { rows: Int32Array.from(rows), values: Float32Array.from(values), label };
}

function readLimits(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Scores>,
  isOfSpanish: boolean,
): Record<Limited, Limits> {
  const known = examples.filter(({ isKnown, isSpanish }) => isKnown && isSpanish === isOfSpanish);
  const entries = LIMITED.map((topic) => {
    const sorted = known.map((one) => scores.get(one)?.[topic] ?? 0).toSorted((a, b) => b - a);
    const shares = topic === 'help' ? FALSE_ALARMS.help : FALSE_ALARMS.note;
    const limit = (share: number) =>
      Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(3));
    const { possible, likely, certain } = shares;
    return [
      topic,
      // What is less likely than not is not certain, however far all ordinary messages lie from it.
      { possible: limit(possible), likely: limit(likely), certain: Math.max(0, limit(certain)) },
    ] as const;
  });
  return Object.fromEntries(entries) as Record<Limited, Limits>;
}

function report(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Scores>,
  limits: CareWeights['limits'],
): void {
  for (const voice of new Set(examples.map((one) => one.voice))) {
    const lines = CLASSES.flatMap((topic, label) => {
      const own = examples.filter((one) => one.voice === voice && one.label === label);
      if (own.length === 0) return [];
      const share = (level: keyof Limits) => {
        const found = own.filter((one) => {
          const score = scores.get(one);
          const isAt = (name: Limited) =>
            (score?.[name] ?? -Infinity) >= limits[one.isSpanish ? 'es' : 'en'][name][level];
          return isAt(topic === 'ordinary' || isHelpTopic(topic) ? 'help' : topic);
        });
        return ((100 * found.length) / own.length).toFixed(1);
      };
      return [
        `${topic} ${own.length}: ${share('possible')} ${share('likely')} ${share('certain')}`,
      ];
    });
    console.log(`${voice}: ${lines.join('; ')}`);
  }
}
