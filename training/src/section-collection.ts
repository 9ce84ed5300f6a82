import type { KnownQuestion } from '../../evaluation/src/read-questions.ts';
import { joinTexts, type SectionDraft } from '../../server/src/knowledge/index/section-store.ts';
import {
  measureNearest,
  type ReadQuestion,
  readWords,
} from '../../server/src/knowledge/search/nearest-questions.ts';
import {
  countGrams,
  joinWords,
  type GramCounts,
  type GramRarity,
  measureGrams,
  type WeighedGrams,
  weighGrams,
} from '../../server/src/knowledge/search/question-grams.ts';
import {
  type SectionFit,
  weighSectionTerms,
} from '../../server/src/knowledge/search/rank-sections.ts';
import type { SectionWeights } from '../../server/src/knowledge/search/section-weights.ts';
import { toTermsIn } from '../../server/src/knowledge/words/to-terms.ts';

/** Known questions of a section that are asked in turn, evenly spread. */
const ASKED_OF_SECTION = 10;
const ASKED_OF_TOPIC = 3;

/** What a section is rated by. */
export type Feature = keyof SectionFit;

/** A question with what every section says of it. `right` is null where none answers it. */
export interface Asked {
  sections: { index: number; isAbsent: boolean; measures: SectionFit }[];
  right: number | null;
}

interface CollectionOptions {
  language: string;
  vectors: ReadonlyMap<string, Float32Array | undefined>;
  weights: SectionWeights;
}

/** A section's words and the sum of its questions' vectors, from which questions can be taken out. */
interface Entry {
  draft: SectionDraft;
  questions: (ReadQuestion & {
    text: string;
    terms: string[];
    vector: Float32Array | undefined;
  })[];
  frequencies: Map<string, number>;
  length: number;
  grams: GramCounts;
  sum: Float64Array;
}

/** The sections in one language, measured as the product does but with some questions left out. */
export function createCollection(
  drafts: readonly SectionDraft[],
  { language, vectors, weights }: CollectionOptions,
) {
  const entries = drafts.map((draft): Entry => {
    const own =
      language === 'en' ? draft : draft.translations.find((one) => one.language === language);
    const questions = draft.questions
      .filter((question) => question.language === language)
      .map(({ text, sentence }) => ({
        text,
        sentence,
        words: readWords(text),
        terms: toTermsIn(language, text),
        vector: vectors.get(text),
      }));
    const { title = '', heading = draft.heading, text = '' } = own ?? {};
    const terms = [
      ...toTermsIn(language, [title, heading, text].join('\n')),
      ...questions.flatMap((question) => question.terms),
    ];
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    const whole = joinTexts(draft).get(language) ?? '';
    const grams = countGrams(joinWords(whole));
    const sum = sumVectors(questions);
    return { draft, questions, frequencies, length: terms.length, grams, sum };
  });
  const dimensions = Math.max(...entries.map(({ sum }) => sum.length));
  const averageLength = entries.reduce((sum, { length }) => sum + length, 0) / entries.length;
  const held = new Map<string, number>();
  for (const { frequencies } of entries) {
    for (const term of frequencies.keys()) held.set(term, (held.get(term) ?? 0) + 1);
  }
  const rarity = measureRarity(entries.map(({ grams }) => grams));
  const mean = new Float64Array(dimensions);
  for (const { sum, questions } of entries) {
    for (let i = 0; i < dimensions; i++) {
      mean[i] = (mean[i] ?? 0) + (sum[i] ?? 0) / questions.length / entries.length;
    }
  }
  const idf = (term: string) => {
    const count = held.get(term) ?? 0;
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
  };

  function measure(
    entry: Entry,
    asked: {
      terms: readonly (readonly [string, number])[];
      whole: number;
      vector: Float64Array | undefined;
      grams: WeighedGrams;
      words: ReadonlySet<string>;
    },
    without: Entry['questions'],
  ): SectionFit {
    const { k1, b } = weights.bm25;
    const taken = new Map<string, number>();
    let { length } = entry;
    for (const { terms } of without) {
      length -= terms.length;
      for (const term of terms) taken.set(term, (taken.get(term) ?? 0) + 1);
    }
    let words = 0;
    for (const [term, weight] of asked.terms) {
      const frequency = (entry.frequencies.get(term) ?? 0) - (taken.get(term) ?? 0);
      if (frequency <= 0) continue;
      words +=
        (weight * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength));
    }
    const out = sumVectors(without);
    const count = entry.questions.length - without.length;
    const centre =
      asked.vector === undefined || count === 0
        ? 0
        : cosine(
            asked.vector,
            mean.map((value, i) => ((entry.sum[i] ?? 0) - (out[i] ?? 0)) / count - value),
          );
    const grams = measureGrams(asked.grams, takeOut(entry.grams, without), {
      bm25: weights.bm25,
      averageLength: rarity.averageLength,
    });
    const left = entry.questions.filter((question) => !without.includes(question));
    const { nearness } = measureNearest(asked.words, left, weights.nearest);
    return { words: asked.whole === 0 ? 0 : words / asked.whole, centre, grams, nearness };
  }

  function measureAll(
    text: string,
    own?: { entry: Entry; without: Entry['questions'] },
  ): Asked['sections'] {
    const vector = language === 'en' ? vectors.get(text) : undefined;
    const terms = [...weighSectionTerms(text, language, weights)].map(
      ([term, share]) => [term, share * idf(term)] as const,
    );
    const asked = {
      terms,
      whole: terms.reduce((sum, [, weight]) => sum + weight, 0),
      grams: weighGrams(text, rarity),
      words: readWords(text),
      vector: vector && mean.map((value, i) => (vector[i] ?? 0) - value),
    };
    return entries.map((entry, index) => ({
      index,
      isAbsent: entry.draft.title === '',
      measures: measure(entry, asked, entry === own?.entry ? own.without : []),
    }));
  }

  return {
    rarity,
    /** Known questions in turn, each left out of its section, and topics with all of their questions. */
    listAsked(): Asked[] {
      return entries.flatMap((entry, index) => {
        const isAbsent = entry.draft.title === '';
        const count = isAbsent ? ASKED_OF_TOPIC : ASKED_OF_SECTION;
        const step = Math.max(1, Math.floor(entry.questions.length / count));
        return entry.questions
          .filter((_, at) => at % step === 0 && at / step < count)
          .map((question): Asked => {
            const without = isAbsent ? [] : [question];
            const sections = measureAll(question.text, { entry, without });
            return isAbsent
              ? { sections: sections.filter((section) => section.index !== index), right: null }
              : { sections, right: index };
          });
      });
    },
    /** Questions of a set. */
    listOf(questions: readonly KnownQuestion[]): Asked[] {
      return questions.map(({ question, sections: [section] }) => {
        const heading = section?.split(' # ')[1];
        const right = entries.findIndex(({ draft }) => draft.heading === heading);
        return { sections: measureAll(question), right: right < 0 ? null : right };
      });
    },
  };
}

/** A text's grams without those of questions that stand in it. */
function takeOut({ frequencies, length }: GramCounts, questions: Entry['questions']): GramCounts {
  if (questions.length === 0) return { frequencies, length };
  const left = new Map(frequencies);
  let taken = 0;
  for (const { text } of questions) {
    const own = countGrams(joinWords(text));
    taken += own.length;
    for (const [gram, count] of own.frequencies) left.set(gram, (left.get(gram) ?? 0) - count);
  }
  // Between two questions of a text stand grams of neither.
  for (const [gram, count] of left) if (count < 0) left.set(gram, 0);
  return { frequencies: left, length: Math.max(0, length - taken) };
}

/** How rare grams are among texts; most are in one text alone, and need not be listed. */
function measureRarity(texts: readonly GramCounts[]): GramRarity {
  const held = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    length += text.length;
    for (const gram of text.frequencies.keys()) held.set(gram, (held.get(gram) ?? 0) + 1);
  }
  const common = [...held]
    .filter(([, count]) => count > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    texts: texts.length,
    averageLength: toFixed(length / texts.length),
    held: Object.fromEntries(common),
  };
}

function sumVectors(questions: readonly { vector: Float32Array | undefined }[]): Float64Array {
  const sum = new Float64Array(questions[0]?.vector?.length ?? 0);
  for (const { vector } of questions) {
    vector?.forEach((value, i) => {
      sum[i] = (sum[i] ?? 0) + value;
    });
  }
  return sum;
}

function cosine(a: Float64Array, b: Float64Array): number {
  let product = 0;
  let squaredA = 0;
  let squaredB = 0;
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0;
    product += x * y;
    squaredA += x * x;
    squaredB += y * y;
  }
  return squaredA * squaredB === 0 ? 0 : product / Math.sqrt(squaredA * squaredB);
}

/** To three decimals, as resources keep numbers. */
export function toFixed(value: number): number {
  return Number(value.toFixed(3));
}
