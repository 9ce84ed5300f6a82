import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  type KnownQuestion,
  listQuestions,
  QUESTION_FILES,
  readQuestions,
} from '../../evaluation/src/read-questions.ts';
import { toPlainQuestion } from '../../server/src/assistant/dialogue/follow-up.ts';
import { openStarterSearch } from '../../server/src/assistant/testing/open-starter-search.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { readSectionTexts } from '../../server/src/knowledge/index/section-store.ts';
import { createSectionMeasure } from '../../server/src/knowledge/search/measure-sections.ts';
import {
  measureContext,
  measureLeaning,
} from '../../server/src/knowledge/search/question-context.ts';
import {
  createSectionFinder,
  weighSectionTerms,
} from '../../server/src/knowledge/search/rank-sections.ts';
import { loadSectionWeights } from '../../server/src/knowledge/search/section-weights.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { writeResource } from './write-resource.ts';

/** Steps through the list of questions so that each comes after one of another topic. */
const STRIDE = 37;
/** To one decimal: so many dialogues tell no more. */
const DECIMALS = 1;
/** The likeliest weights are cautious; of their multiples the one counts that puts most right sections first. */
const SCALES = [1, 1.2, 1.4, 1.6, 1.8, 2];
/** How much an earlier question may count beside the one after it. */
const RECENCIES = [1, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0];
/** Sets that weights may be chosen on: those of development, and strangers' that were asked before. */
const SETS = [
  'golden',
  'own-words',
  'development',
  'strangers-1',
  'strangers-2',
  'strangers-3',
  'strangers-4',
] as const;

interface Asked {
  question: string;
  earlier: string[];
  /** `FILE # HEADING`s that answer it. */
  sections: readonly string[];
}

/**
 * Fits how much what was asked before counts, on the dialogues of {@link SETS}, on the same ones begun with a question
 * of another topic, and on as many questions that stand alone, each asked after one of another topic. Prints how often
 * the right section comes first, with and without.
 */
export async function train(): Promise<void> {
  const encoder = createBundledEncoder();
  const model = await rememberVectors(encoder.forPassages);
  const { signal } = new AbortController();
  const { db, titles, close } = await openStarterSearch({
    forPassages: model,
    forQuestions: model,
  });
  const rows = await db
    .selectFrom('sections')
    .innerJoin('documents', 'documents.id', 'sections.document_id')
    .select(['sections.id', 'heading', 'documents.title'])
    .execute();
  const places = new Map(rows.map(({ id, heading, title }) => [id, `${title} # ${heading}`]));
  const weights = loadSectionWeights();
  const { odds } = weights.withVectors;
  const findSections = createSectionFinder({
    measure: createSectionMeasure(db),
    readTexts: (ids, language) => readSectionTexts(db, ids, language),
  });
  const find = (question: string, earlier: readonly string[] = []) =>
    findSections({ question, earlier: [...earlier], language: 'en' }, async (text) => {
      const [vector] = await model.embed([text], signal);
      const { name, dimensions } = await model.identify(signal);
      return vector && { model: name, dimensions, vector };
    });
  const choices = new Map(RECENCIES.map((recency): [number, Choice[]] => [recency, []]));
  for (const { question, earlier, sections } of await listAsked()) {
    const terms = weighSectionTerms(question, 'en');
    if (terms.size > weights.followUp.maxWords) continue;
    const before = earlier.slice(-weights.followUp.questions);
    const found = await Promise.all(
      before.map(async (text, index) => (await find(text, before.slice(0, index))).sections),
    );
    const alone = await find(question);
    const leaning = measureLeaning(terms, alone.terms);
    const right = new Set(
      sections.map((place) => {
        const [file = '', ...heading] = place.split(' # ');
        return `${titles.get(file)} # ${heading.join(' # ')}`;
      }),
    );
    for (const [recency, of] of choices) {
      const measured = measureContext(alone.sections, found, { odds, recency });
      const chosen = measured.findIndex(({ sectionId }) => right.has(places.get(sectionId) ?? ''));
      of.push({
        alternatives: measured.map(({ utility, context }) => [
          utility,
          leaning * context.question,
          leaning * context.source,
          leaning * context.next,
        ]),
        chosen: chosen < 0 ? null : chosen,
      });
    }
  }
  await close();
  await encoder.close();
  const fits = [...choices].flatMap(([recency, of]) => fitScaled(of, recency));
  const all = choices.get(1) ?? [];
  console.log(`none: right section first in ${countFirst(all, [0])} of ${all.length}`);
  for (const { recency, counted, right } of fits) {
    console.log(`${counted.join(', ')}, recency ${recency}: ${right} of ${all.length}`);
  }
  const [best] = fits.toSorted((a, b) => b.right - a.right);
  const [question = 0, source = 0, next = 0] = best?.counted ?? [];
  const { recency = 1 } = best ?? {};
  await writeResource('section-weights.json', {
    ...weights,
    followUp: { ...weights.followUp, question, source, next, recency },
  });
}

/** The likeliest weights in each scale, and how many right sections they put first. */
function fitScaled(choices: readonly Choice[], recency: number) {
  // Four weights for hundreds of choices need no shrinking, which would hold back measures of a small range most.
  const [ofUtility = 1, ...ofContext] = fitChoice(choices, { shrinkage: 0 }).weights;
  return SCALES.map((scale) => {
    const counted = ofContext.map((weight) =>
      Number(((scale * weight) / ofUtility).toFixed(DECIMALS)),
    );
    return { recency, counted, right: countFirst(choices, counted) };
  });
}

async function listAsked(): Promise<Asked[]> {
  const all: KnownQuestion[] = [];
  for (const name of SETS) {
    const questions = listQuestions(await readQuestions(QUESTION_FILES[name]));
    all.push(...questions.filter((one) => one.language === 'en' && one.sections.length > 0));
  }
  const alone = all.filter(({ history }) => history.length === 0);
  const toAsked = ({ question, sections }: KnownQuestion, earlier: readonly string[]): Asked => ({
    question: toPlainQuestion(question),
    sections,
    earlier: earlier.map(toPlainQuestion),
  });
  const dialogues = all
    .filter(({ history }) => history.length > 0)
    .map((one) =>
      toAsked(
        one,
        one.history.filter(({ role }) => role === 'user').map(({ content }) => content),
      ),
    );
  // As many, so that what is won in dialogues weighs what is lost where the topic changes.
  const every = Math.max(1, Math.floor(alone.length / dialogues.length));
  const switches = alone
    .map((one, index) =>
      toAsked(one, [alone[((index + 1) * STRIDE) % alone.length]?.question ?? '']),
    )
    .filter((_, index) => index % every === 0);
  // People who follow up have often asked something else before.
  const later = dialogues.map((one, index) => ({
    ...one,
    earlier: [alone[((index + 1) * STRIDE) % alone.length]?.question ?? '', ...one.earlier],
  }));
  return [...dialogues, ...later, ...switches];
}

function countFirst(choices: readonly Choice[], weights: readonly number[]): number {
  return choices.filter(({ alternatives, chosen }) => {
    const rates = alternatives.map(([utility = 0, ...context]) =>
      context.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), utility),
    );
    return chosen !== null && rates.indexOf(Math.max(...rates)) === chosen;
  }).length;
}
