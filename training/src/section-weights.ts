import { readdirSync } from 'node:fs';
import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  readAbsentTopics,
  readStarterSections,
  STARTER_FILE,
} from '../../server/src/documents/starter-questions.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import {
  type KnownQuestion,
  QUESTION_FILES,
  readQuestions,
} from '../../evaluation/src/read-questions.ts';
import { joinTexts, type SectionDraft } from '../../server/src/knowledge/index/section-store.ts';
import {
  countGrams,
  type GramCounts,
  type GramRarity,
  measureGrams,
  type WeighedGrams,
  weighGrams,
} from '../../server/src/knowledge/search/question-grams.ts';
import {
  measureChance,
  rateSection,
  weighSectionTerms,
} from '../../server/src/knowledge/search/rank-sections.ts';
import {
  loadSectionWeights,
  type SectionFormula,
  type SectionWeights,
} from '../../server/src/knowledge/search/section-weights.ts';
import { toTermsIn } from '../../server/src/knowledge/words/to-terms.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { writeResource } from './write-resource.ts';

const FOLDER = new URL('../../knowledge-base/', import.meta.url);
/** Known questions of a section that are asked in turn, evenly spread. */
const ASKED_OF_SECTION = 10;
const ASKED_OF_TOPIC = 3;
/** The best sections are compared; which ones they are depends on the weights. */
const COMPARED = 20;
const ROUNDS = 3;
/** The chance of so many of the best sections is fitted. */
const CHANCES = 3;

/**
 * Fits what finds the section that answers a question. Known questions are asked in turn, left out of what is
 * known: the right section has to be found, or for a topic that no source holds, when it is
 * left out as a whole, none. How likely an answer is, families' own questions tell, which are easier: those of the
 * development set that stand alone. Prints how the fit does, by language.
 */
export async function train(): Promise<void> {
  const names = readdirSync(FOLDER).filter((name) => STARTER_FILE.test(name));
  const drafts = [
    ...names.flatMap((name) => readStarterSections(FOLDER, name) ?? []),
    ...readAbsentTopics(FOLDER),
  ];
  const encoder = createBundledEncoder();
  const model = await rememberVectors(encoder.forPassages);
  const questions = drafts.flatMap(({ questions: own }) =>
    own.filter(({ language }) => language === 'en').map(({ text }) => text),
  );
  const families = (await readQuestions(QUESTION_FILES.development)).questions.filter(
    ({ history, sections, isAbsent }) =>
      history.length === 0 && (isAbsent || sections.length === 1),
  );
  questions.push(...families.map(({ question }) => question));
  const embedded = await model.embed(questions, new AbortController().signal);
  await encoder.close();
  const vectors = new Map(questions.map((text, index) => [text, embedded[index]]));
  const before = loadSectionWeights();
  const createIn = (language: string) =>
    createCollection(drafts, { language, vectors, weights: before });
  const inEnglish = createIn('en');
  const inSpanish = createIn('es');
  const english = inEnglish.listAsked();
  const spanish = inSpanish.listAsked();
  console.log(
    `${english.length} questions in English, ${spanish.length} in Spanish, left out in turn`,
  );
  const isEnglish = ({ language }: KnownQuestion) => language === 'en';
  const developed = {
    english: inEnglish.listOf(families.filter(isEnglish)),
    spanish: inSpanish.listOf(families.filter((one) => !isEnglish(one))),
  };
  const fitTo = (
    known: readonly Asked[],
    asked: readonly Asked[],
    features: readonly Feature[],
  ) => {
    const formula = fit(known, features, before);
    return { ...formula, odds: fitOdds(asked, formula) };
  };
  const withVectors = fitTo(english, developed.english, ['words', 'centre', 'grams']);
  const all = [...developed.english, ...developed.spanish];
  const wordsOnly = fitTo([...english, ...spanish], all, ['words', 'grams']);
  report('Development, English', developed.english, withVectors);
  report('Development, words only', all, wordsOnly);
  report('English', english, withVectors);
  report('English, words only', english, wordsOnly);
  report('Spanish, words only', spanish, wordsOnly);
  const languages = { en: inEnglish.rarity, es: inSpanish.rarity };
  const about = {
    script: 'npm run train -- section-weights',
    data: 'knowledge-base: sections of the starter documents, absent topics, their known questions',
    date: new Date().toISOString().slice(0, 10),
  };
  await writeResource('question-grams.json', { about, languages });
  await writeResource('section-weights.json', {
    ...before,
    about: {
      ...about,
      data: 'knowledge-base/questions, each question left out in turn; bm25, compared and lightWord given; odds and followUp on evaluation/questions/development.yaml',
    },
    withVectors,
    wordsOnly,
  } satisfies SectionWeights);
}

type Feature = 'words' | 'centre' | 'grams';
type Measures = Record<Feature, number>;

/** A question with what every section says of it. `right` is null where none answers it. */
interface Asked {
  sections: { index: number; isAbsent: boolean; measures: Measures }[];
  right: number | null;
}

function fit(
  asked: readonly Asked[],
  features: readonly Feature[],
  { withVectors }: SectionWeights,
): Omit<SectionFormula, 'odds'> {
  let { words, centre, grams } = withVectors;
  for (let round = 0; round < ROUNDS; round++) {
    const choices = asked.map(({ sections, right }): Choice => {
      const best = rank(sections, { words, centre, grams }).slice(0, COMPARED);
      const chosen = sections.find(({ index }) => index === right);
      if (chosen !== undefined && !best.includes(chosen)) best[COMPARED - 1] = chosen;
      return {
        alternatives: best.map(({ measures }) => features.map((feature) => measures[feature])),
        chosen: chosen === undefined ? null : best.indexOf(chosen),
      };
    });
    const { weights } = fitChoice(choices);
    const factor = (feature: Feature) => toFixed(weights[features.indexOf(feature)] ?? 0);
    words = factor('words');
    centre = factor('centre');
    grams = factor('grams');
  }
  return { words, centre, grams };
}

/** Logistic regression of being right on utility and lead, as a choice between one section and none. */
function fitOdds(
  asked: readonly Asked[],
  formula: Omit<SectionFormula, 'odds'>,
): SectionFormula['odds'] {
  const choices = asked.flatMap(({ sections, right }) =>
    rateBest(sections, formula)
      .slice(0, CHANCES)
      .filter(({ isAbsent }) => !isAbsent)
      .map(({ index, utility, lead }): Choice => ({
        alternatives: [[utility, lead]],
        chosen: index === right ? 0 : null,
      })),
  );
  const { weights, none } = fitChoice(choices);
  return {
    bias: toFixed(-none),
    utility: toFixed(weights[0] ?? 0),
    lead: toFixed(weights[1] ?? 0),
  };
}

function rank(
  sections: Asked['sections'],
  formula: Omit<SectionFormula, 'odds'>,
): Asked['sections'] {
  return sections.toSorted(
    (a, b) => rateSection(b.measures, formula) - rateSection(a.measures, formula),
  );
}

/** The best sections with their utilities, and how far each leads the best other one. */
function rateBest(sections: Asked['sections'], formula: Omit<SectionFormula, 'odds'>) {
  const best = rank(sections, formula)
    .slice(0, COMPARED)
    .map(({ measures, ...rest }) => ({ ...rest, utility: rateSection(measures, formula) }));
  return best.map((section, position) => ({
    ...section,
    lead: section.utility - (best[position === 0 ? 1 : 0]?.utility ?? 0),
  }));
}

/** Prints how often the right section comes first, and how often it does where a chance of so much is expected. */
function report(name: string, asked: readonly Asked[], formula: SectionFormula): void {
  const ranked = asked.map(({ sections, right }) => ({
    right,
    best: rateBest(sections, formula),
  }));
  const answerable = ranked.filter(({ right }) => right !== null);
  const share = (count: number) => {
    const found = answerable.filter(({ best, right }) =>
      best.slice(0, count).some(({ index }) => index === right),
    );
    return ((100 * found.length) / answerable.length).toFixed(1);
  };
  console.log(`${name}: right section first ${share(1)} %, among two ${share(2)} %`);
  const topics = ranked.filter(({ right }) => right === null);
  const caught = topics.filter(({ best }) => best[0]?.isAbsent).length;
  console.log(`  of ${topics.length} absent topics ${caught} look like another absent topic`);
  const rows = ranked.flatMap(({ right, best: [first] }) => {
    if (first === undefined || first.isAbsent) return [];
    const chance = measureChance(first.utility, first.lead, formula);
    return [{ chance, isRight: first.index === right, isTopic: right === null }];
  });
  const bins = Map.groupBy(rows, ({ chance }) => Math.min(9, Math.floor(10 * chance)));
  for (const [, own] of [...bins].toSorted(([a], [b]) => a - b)) {
    const percent = (value: number) => `${((100 * value) / own.length).toFixed(0)} %`;
    const expected = own.reduce((sum, { chance }) => sum + chance, 0);
    const right = own.filter(({ isRight }) => isRight).length;
    const absent = own.filter(({ isTopic }) => isTopic).length;
    console.log(
      `  expected ${percent(expected)}, right ${percent(right)}, absent ${percent(absent)}, of ${own.length}`,
    );
  }
}

interface CollectionOptions {
  language: string;
  vectors: ReadonlyMap<string, Float32Array | undefined>;
  weights: SectionWeights;
}

/** A section's words and the sum of its questions' vectors, from which questions can be taken out. */
interface Entry {
  draft: SectionDraft;
  questions: { text: string; terms: string[]; vector: Float32Array | undefined }[];
  frequencies: Map<string, number>;
  length: number;
  grams: GramCounts;
  sum: Float64Array;
}

/** The sections in one language, measured as the product does but with some questions left out. */
function createCollection(
  drafts: readonly SectionDraft[],
  { language, vectors, weights }: CollectionOptions,
) {
  const entries = drafts.map((draft): Entry => {
    const own =
      language === 'en' ? draft : draft.translations.find((one) => one.language === language);
    const questions = draft.questions
      .filter((question) => question.language === language)
      .map(({ text }) => ({ text, terms: toTermsIn(language, text), vector: vectors.get(text) }));
    const { title = '', heading = draft.heading, text = '' } = own ?? {};
    const terms = [
      ...toTermsIn(language, [title, heading, text].join('\n')),
      ...questions.flatMap((question) => question.terms),
    ];
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    const whole = joinTexts(draft).get(language) ?? '';
    return {
      ...{ draft, questions, frequencies, length: terms.length },
      ...{ grams: countGrams(whole), sum: sumVectors(questions) },
    };
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
    },
    without: Entry['questions'],
  ): Measures {
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
    return { words: asked.whole === 0 ? 0 : words / asked.whole, centre, grams };
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
    const own = countGrams(text);
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
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]];
    product += x * y;
    squaredA += x * x;
    squaredB += y * y;
  }
  return squaredA * squaredB === 0 ? 0 : product / Math.sqrt(squaredA * squaredB);
}

function toFixed(value: number): number {
  return Number(value.toFixed(3));
}
