import { sql } from 'kysely';
import { rememberVectors } from '../../bench/vector-cache.ts';
import {
  listQuestions,
  QUESTION_FILES,
  readQuestions,
} from '../../evaluation/src/read-questions.ts';
import { toPlainQuestion } from '../../server/src/assistant/dialogue/follow-up.ts';
import { openStarterSearch } from '../../server/src/assistant/testing/open-starter-search.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../../server/src/knowledge/embed/embedding-model.ts';
import { readSectionTexts } from '../../server/src/knowledge/index/section-store.ts';
import {
  createPassageFinder,
  type RatedPassage,
} from '../../server/src/knowledge/search/find-passages.ts';
import {
  createSectionMeasure,
  type QuestionEmbedding,
  type RankedSection,
} from '../../server/src/knowledge/search/measure-sections.ts';
import { createSectionFinder } from '../../server/src/knowledge/search/rank-sections.ts';
import {
  glanceAtPassage,
  ratePassage,
  type PassageFit,
} from '../../server/src/knowledge/search/rate-passages.ts';
import type {
  PassageFormula,
  PassageWeights,
} from '../../server/src/knowledge/search/passage-weights.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { toFixed } from './section-collection.ts';
import { writeResource } from './write-resource.ts';

/** Every second starter document is taken for an upload, without known questions; then the others. */
const HALVES = [0, 1];
/** Known questions of the uploads' sections that are asked, in each half. */
const KNOWN_ASKED = 800;
/** Questions of absent topics, likewise. */
const ABSENT_ASKED = 300;
/** Passages that are looked at for a question, and of them that compete with sections. */
const PASSAGES_READ = 100;
const PASSAGES_COMPARED = 10;
const SECTIONS_COMPARED = 8;
const { signal } = new AbortController();

type Feature = keyof PassageFit;
/** What needs no vector. */
const OF_WORDS = ['words', 'related', 'grams', 'close', 'pairs'] as const satisfies Feature[];
type Utility = Omit<PassageFormula, 'none' | 'odds' | 'glance'>;
/** What is known of a passage before its text is read. */
const GLANCED_AT: ReadonlySet<Feature> = new Set(['words', 'related', 'cosine']);

/** A question with what was found for it. `isRight` is undefined where no passage and no section answers. */
interface Asked {
  passages: readonly (Pick<RatedPassage, 'fit'> & { isRight: boolean })[];
  sections: readonly (RankedSection & { isRight: boolean })[];
}

interface Place {
  title: string;
  heading: string;
}

interface HalfAsked {
  /** Known questions of uploads, and of absent topics: passages alone compete. */
  known: Asked[];
  /** Families' questions: passages of uploads compete with sections of the others. */
  families: Asked[];
}

/**
 * Fits what rates passages of sources without known questions. Half of the starter documents lose theirs, as if
 * they had been uploaded. Their known questions have to find the right passage, those of absent topics none; then
 * the questions that families ask say how passages compare with sections, and how likely each answers.
 */
export async function train(): Promise<void> {
  const encoder = createBundledEncoder();
  const embeddings = await rememberVectors(encoder.forPassages);
  const [withVectors, wordsOnly] = [
    await fit(await askHalves(embeddings, true), ['cosine', ...OF_WORDS]),
    await fit(await askHalves(embeddings, false), OF_WORDS),
  ];
  await encoder.close();
  await writeResource('passage-weights.json', {
    about: {
      script: 'npm run train -- passage-weights',
      data: 'knowledge-base: half of the documents without their known questions; the golden, own-words and development questions',
      date: new Date().toISOString().slice(0, 10),
    },
    withVectors,
    wordsOnly,
  } satisfies PassageWeights);
}

async function askHalves(embeddings: EmbeddingModel, withVectors: boolean): Promise<HalfAsked> {
  const known: Asked[] = [];
  const families: Asked[] = [];
  for (const half of HALVES) {
    const asked = await askHalf(embeddings, { half, withVectors });
    known.push(...asked.known);
    families.push(...asked.families);
  }
  return { known, families };
}

async function askHalf(
  embeddings: EmbeddingModel,
  { half, withVectors }: { half: number; withVectors: boolean },
): Promise<HalfAsked> {
  const { db, titles, close } = await openStarterSearch({
    forPassages: embeddings,
    forQuestions: embeddings,
  });
  const uploads = [...titles.values()].filter((_, index) => index % HALVES.length === half);
  const questions = await readKnown(db, uploads);
  await sql`delete from sections where document_id in (
    select id from documents where title = any(${uploads}))`.execute(db);
  const ask = createAsker(db, {
    embeddings: withVectors ? embeddings : undefined,
    places: await readPlaces(db),
  });
  const known: Asked[] = [];
  for (const { question, heading, title } of questions) {
    const isRight = (place: Place) => place.title === title && place.heading === heading;
    known.push({ ...(await ask(question, isRight)), sections: [] });
  }
  const families: Asked[] = [];
  for (const name of ['golden', 'own-words', 'development'] as const) {
    const all = listQuestions(await readQuestions(QUESTION_FILES[name])).filter(
      ({ language, history, care }) =>
        language === 'en' && history.length === 0 && care === undefined,
    );
    for (const { question, sections, document } of all) {
      const places = sections.map((one) => one.split(' # '));
      const isRight = ({ title, heading }: Place) =>
        places.length === 0
          ? document !== null && titles.get(document) === title
          : places.some(([file = '', wanted]) => titles.get(file) === title && heading === wanted);
      families.push(await ask(toPlainQuestion(question), isRight));
    }
  }
  await close();
  return { known, families };
}

/** Known questions of some documents, and of absent topics, whose title is empty. */
async function readKnown(db: Database['db'], titles: readonly string[]) {
  const read = async (isWanted: ReturnType<typeof sql>, limit: number) => {
    const { rows } = await sql<{ question: string; heading: string; title: string }>`
      select k.question, s.heading, coalesce(d.title, '') as title from known_questions k
      join sections s on s.id = k.section_id left join documents d on d.id = s.document_id
      where k.language = 'en' and ${isWanted} order by md5(k.question) limit ${limit}`.execute(db);
    return rows;
  };
  return [
    ...(await read(sql`d.title = any(${titles})`, KNOWN_ASKED)),
    ...(await read(sql`s.document_id is null and s.site_id is null`, ABSENT_ASKED)),
  ];
}

/** Where each section stands. */
async function readPlaces(db: Database['db']): Promise<ReadonlyMap<number, Place>> {
  const { rows } = await sql<Place & { id: number }>`
    select s.id, s.heading, d.title from sections s join documents d on d.id = s.document_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

function createAsker(
  db: Database['db'],
  given: { embeddings: EmbeddingModel | undefined; places: ReadonlyMap<number, Place> },
) {
  const { embeddings, places } = given;
  const findSections = createSectionFinder({
    measure: createSectionMeasure(db),
    readTexts: (ids, language) => readSectionTexts(db, ids, language),
  });
  const findPassages = createPassageFinder(db);
  const embed = async (text: string): Promise<QuestionEmbedding | undefined> => {
    if (embeddings === undefined) return undefined;
    const [vector] = await embeddings.embed([text], signal);
    const { name: model, dimensions } = await embeddings.identify(signal);
    return vector && { model, dimensions, vector };
  };
  return async (question: string, isRight: (place: Place) => boolean): Promise<Asked> => {
    const { sections } = await findSections({ question, language: 'en' }, embed);
    const found = await findPassages(
      { question, limit: PASSAGES_READ },
      { embedding: await embed(question), besides: Promise.resolve([]) },
      signal,
    );
    return {
      sections: sections.slice(0, SECTIONS_COMPARED).map((section) => {
        const place = places.get(section.sectionId);
        return { ...section, isRight: place !== undefined && isRight(place) };
      }),
      passages: found.passages
        .filter(({ passage }) => passage.sectionId === null && !passage.isIntroduction)
        .map(({ fit: own, passage: { source, headingPath } }) => {
          const place = { title: source.title, heading: headingPath.at(-1) ?? '' };
          return { fit: own, isRight: isRight(place) };
        }),
    };
  };
}

async function fit({ known, families }: HalfAsked, features: readonly Feature[]) {
  const first = fitOrder(
    known,
    features.filter((feature) => GLANCED_AT.has(feature)),
  );
  // Only passages that come near each other say what decides between them.
  const near = known.map(({ passages, ...rest }) => ({
    ...rest,
    passages: passages
      .toSorted((a, b) => glanceAtPassage(b.fit, first) - glanceAtPassage(a.fit, first))
      .slice(0, PASSAGES_COMPARED),
  }));
  const own: Utility = { bias: 0, ...fitOrder(near, features) };
  const rate = ({ passages }: Asked, formula = own) =>
    passages
      .map(({ isRight, fit: one }) => ({ isRight, utility: ratePassage(one, formula) }))
      .toSorted((a, b) => b.utility - a.utility)
      .slice(0, PASSAGES_COMPARED);
  const alone = fitChoice(
    known.map((one): Choice => {
      const rated = rate(one);
      const chosen = rated.findIndex(({ isRight }) => isRight);
      return {
        alternatives: rated.map(({ utility }) => [utility]),
        chosen: chosen < 0 ? null : chosen,
      };
    }),
  );
  const [ofSection = 1, ofPassage = 1, bias = 0] = fitChoice(
    families.map((one): Choice => {
      const { sections } = one;
      const rated = rate(one);
      const isRight = [...sections, ...rated].findIndex((found) => found.isRight);
      const absent = sections.findIndex((found) => found.isAbsent);
      const chosen = isRight < 0 ? absent : isRight;
      return {
        alternatives: [
          ...sections.map(({ utility }) => [utility, 0, 0]),
          ...rated.map(({ utility }) => [0, utility, 1]),
        ],
        chosen: chosen < 0 ? null : chosen,
      };
    }),
  ).weights;
  const scale = ofPassage / ofSection;
  const formula: Utility = {
    bias: toFixed(bias / ofSection),
    words: toFixed(scale * own.words),
    related: toFixed(scale * own.related),
    cosine: toFixed(scale * own.cosine),
    grams: toFixed(scale * own.grams),
    close: toFixed(scale * own.close),
    pairs: toFixed(scale * own.pairs),
  };
  const none = toFixed((scale * alone.none) / (alone.weights[0] ?? 1) + formula.bias);
  const rated = families.map((one) => ({
    section: one.sections[0],
    passages: rate(one, formula),
  }));
  const odds = fitOdds(
    rated.flatMap(({ section, passages }) =>
      passages.slice(0, 3).map(({ utility, isRight }) => ({
        utility,
        lead: utility - Math.max(none, section?.utility ?? none),
        isRight,
      })),
    ),
  );
  const glance = {
    words: toFixed(first.words),
    related: toFixed(first.related),
    cosine: toFixed(first.cosine),
  };
  return { ...formula, none, odds, glance };
}

/**
 * By which weights the right passage comes first, apart from whether any is right: fitted together, the second spoils
 * the first. Zero for what is no feature.
 */
function fitOrder(asked: readonly Asked[], features: readonly Feature[]): Record<Feature, number> {
  const { weights } = fitChoice(
    asked.flatMap(({ passages }): Choice[] => {
      const chosen = passages.findIndex(({ isRight }) => isRight);
      const alternatives = passages.map(({ fit: own }) => features.map((feature) => own[feature]));
      return chosen < 0 ? [] : [{ alternatives, chosen }];
    }),
    // Some hundred questions for each weight.
    { mayBeNone: false, shrinkage: 0 },
  );
  const weightOf = (feature: Feature) => weights[features.indexOf(feature)] ?? 0;
  return {
    words: weightOf('words'),
    related: weightOf('related'),
    cosine: weightOf('cosine'),
    grams: weightOf('grams'),
    close: weightOf('close'),
    pairs: weightOf('pairs'),
  };
}

function fitOdds(rows: readonly { utility: number; lead: number; isRight: boolean }[]) {
  const { weights, none } = fitChoice(
    rows.map(({ utility, lead, isRight }): Choice => ({
      alternatives: [[utility, lead]],
      chosen: isRight ? 0 : null,
    })),
  );
  return {
    bias: toFixed(-none),
    utility: toFixed(weights[0] ?? 0),
    lead: toFixed(weights[1] ?? 0),
  };
}
