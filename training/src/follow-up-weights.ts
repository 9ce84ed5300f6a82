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
  createSectionFinder,
  type RankedSection,
} from '../../server/src/knowledge/search/rank-sections.ts';
import { loadSectionWeights } from '../../server/src/knowledge/search/section-weights.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { writeResource } from './write-resource.ts';

/** Steps through the list of questions so that each comes after one of another topic. */
const STRIDE = 37;
/** To one decimal: so many dialogues tell no more. */
const DECIMALS = 1;

interface Asked {
  question: string;
  earlier: string[];
  /** `FILE # HEADING`s that answer it. */
  sections: readonly string[];
}

/**
 * Fits how much the source counts that answered the question before, on the dialogues of the development set and on
 * questions that stand alone, each asked after one of another topic. Prints how often the right section comes first.
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
  const before = loadSectionWeights();
  const createFinder = (source: number) => {
    const weights = { ...before, followUp: { ...before.followUp, source } };
    const find = createSectionFinder(
      {
        measure: createSectionMeasure(db),
        readTexts: (ids, language) => readSectionTexts(db, ids, language),
      },
      weights,
    );
    return async ({ question, earlier }: Asked) => {
      const { sections } = await find({ question, earlier, language: 'en' }, async (text) => {
        const [vector] = await model.embed([text], signal);
        const { name, dimensions } = await model.identify(signal);
        return vector && { model: name, dimensions, vector };
      });
      return sections;
    };
  };
  const [without, withOne] = [createFinder(0), createFinder(1)];
  const asked = await listAsked();
  const choices: Choice[] = [];
  for (const one of asked) {
    const right = new Set(
      one.sections.map((place) => {
        const [file = '', ...heading] = place.split(' # ');
        return `${titles.get(file)} # ${heading.join(' # ')}`;
      }),
    );
    const gains = new Map((await withOne(one)).map((section) => [section.sectionId, section]));
    const sections = await without(one);
    const isRight = ({ sectionId }: RankedSection) => right.has(places.get(sectionId) ?? '');
    const chosen = sections.findIndex(isRight);
    choices.push({
      alternatives: sections.map(({ sectionId, utility }) => [
        utility,
        (gains.get(sectionId)?.utility ?? utility) - utility,
      ]),
      chosen: chosen < 0 ? null : chosen,
    });
  }
  await close();
  await encoder.close();
  const [ofUtility = 1, ofGain = 0] = fitChoice(choices).weights;
  const source = Number((ofGain / ofUtility).toFixed(DECIMALS));
  for (const weight of [0, source]) {
    console.log(
      `source ${weight}: right section first in ${countFirst(choices, weight)} of ${choices.length}`,
    );
  }
  await writeResource('section-weights.json', {
    ...before,
    followUp: { ...before.followUp, source },
  });
}

async function listAsked(): Promise<Asked[]> {
  const all: KnownQuestion[] = [];
  for (const name of ['golden', 'own-words', 'development'] as const) {
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
  const switches = alone.map((one, index) =>
    toAsked(one, [alone[((index + 1) * STRIDE) % alone.length]?.question ?? '']),
  );
  return [...dialogues, ...switches];
}

function countFirst(choices: readonly Choice[], weight: number): number {
  return choices.filter(({ alternatives, chosen }) => {
    const rates = alternatives.map(([utility = 0, gain = 0]) => utility + weight * gain);
    return chosen !== null && rates.indexOf(Math.max(...rates)) === chosen;
  }).length;
}
