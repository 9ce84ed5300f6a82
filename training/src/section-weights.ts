import { rememberVectors } from '../../bench/vector-cache.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import {
  type KnownQuestion,
  QUESTION_FILES,
  readQuestions,
} from '../../evaluation/src/read-questions.ts';
import { rateSection } from '../../server/src/knowledge/search/rank-sections.ts';
import {
  loadSectionWeights,
  type SectionFormula,
  type SectionWeights,
  measureChance,
} from '../../server/src/knowledge/search/section-weights.ts';
import {
  listAbsentTopics,
  listStarterSections,
} from '../../server/src/assistant/testing/list-starter-sections.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { type Asked, createCollection, type Feature, toFixed } from './section-collection.ts';
import { writeResource } from './write-resource.ts';

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
  const drafts = [...listStarterSections(), ...listAbsentTopics()];
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
  const withVectors = fitTo(english, developed.english, ['words', 'centre', 'grams', 'nearness']);
  const all = [...developed.english, ...developed.spanish];
  const wordsOnly = fitTo([...english, ...spanish], all, ['words', 'grams', 'nearness']);
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
      data: 'knowledge-base/questions, each question left out in turn; bm25, compared, nearest and lightWord given; odds on evaluation/questions/development.yaml; followUp by npm run train -- follow-up-weights',
    },
    withVectors,
    wordsOnly,
  } satisfies SectionWeights);
}

function fit(
  asked: readonly Asked[],
  features: readonly Feature[],
  { withVectors }: SectionWeights,
): Omit<SectionFormula, 'odds'> {
  let { words, centre, grams, nearness } = withVectors;
  for (let round = 0; round < ROUNDS; round++) {
    const choices = asked.map(({ sections, right }): Choice => {
      const best = rank(sections, { words, centre, grams, nearness }).slice(0, COMPARED);
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
    nearness = factor('nearness');
  }
  return { words, centre, grams, nearness };
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
    const chance = measureChance(first.utility, first.lead, formula.odds);
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
