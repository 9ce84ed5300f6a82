import { pino } from 'pino';
import { addDocument, openBenchDatabase } from '../../bench/bench-database.ts';
import { readHandbook, readSquad } from '../../bench/evaluation-data.ts';
import { type Corpus, groupByTitle, splitHandbook } from '../../bench/search-quality.ts';
import { rememberVectors } from '../../bench/vector-cache.ts';
import { measureSaid } from '../../evaluation/src/judge-answer.ts';
import { QUESTION_FILES, readQuestions } from '../../evaluation/src/read-questions.ts';
import { toPlainQuestion } from '../../server/src/assistant/dialogue/follow-up.ts';
import { openStarterSearch } from '../../server/src/assistant/testing/open-starter-search.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../../server/src/knowledge/embed/embedding-model.ts';
import { embedMissingPassages } from '../../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../../server/src/knowledge/search/create-passage-search.ts';
import type { Passage, PassageSearch } from '../../server/src/knowledge/search/passage.ts';
import type { Database } from '../../server/src/platform/db/database.ts';

/** A question, and how one sees that it was answered. */
export interface DevelopmentQuestion {
  question: string;
  /** Whether a passage is the one that answers; undefined where that is not known. */
  isRight?: (passage: Passage) => boolean;
  /** How much of what is to be said a quoted text says, in [0, 1]. */
  measureSaid?: (text: string) => number;
}

/** Questions over one collection. */
export interface DevelopmentSet {
  name: string;
  questions: readonly DevelopmentQuestion[];
  /** Questions about topics that the collection does not hold. */
  absent: readonly string[];
  db: Database['db'];
  embeddings: EmbeddingModel;
}

/** Search over a set's collection. */
export function openSearch({ db, embeddings }: DevelopmentSet): PassageSearch {
  return createPassageSearch({ db, embeddings, log });
}

const log = pino({ level: 'warn' });
const { signal } = new AbortController();

/** How much of SQuAD is asked: the questions, evenly spread, on so many of its 48 articles, likewise. */
export interface SquadSample {
  questions: number;
  articles: number;
}

/**
 * Opens what weights may be chosen on: the golden questions and those in own words, and with `EVAL_DIR` a
 * handbook's and a sample of SQuAD's. Held-out questions are none of them.
 */
export async function openDevelopmentSets(
  sample: SquadSample,
): Promise<{ sets: DevelopmentSet[]; close(): Promise<void> }> {
  const encoder = createBundledEncoder();
  const embeddings = await rememberVectors(encoder.forPassages);
  const opened = [await openFamilies(embeddings)];
  if (process.env['EVAL_DIR'] !== undefined) {
    opened.push(await openHandbook(embeddings), await openSquad(embeddings, sample));
  }
  return {
    sets: opened.map(({ set }) => set),
    async close() {
      for (const { close } of opened) await close();
      await encoder.close();
    },
  };
}

interface OpenSet {
  set: DevelopmentSet;
  close(): Promise<void>;
}

async function openFamilies(embeddings: EmbeddingModel): Promise<OpenSet> {
  const files = [
    await readQuestions(QUESTION_FILES.golden),
    await readQuestions(QUESTION_FILES['own-words']),
    await readQuestions(QUESTION_FILES.development),
  ];
  const { db, titles, close } = await openStarterSearch({
    forPassages: embeddings,
    forQuestions: embeddings,
  });
  const questions = files
    .flatMap((file) => file.questions)
    .filter(
      ({ care, isAbsent, history, language }) =>
        care === undefined && !isAbsent && history.length === 0 && language === 'en',
    )
    .map((golden): DevelopmentQuestion => {
      const title = golden.document === null ? undefined : titles.get(golden.document);
      return {
        question: toPlainQuestion(golden.question),
        ...(title !== undefined && {
          isRight: ({ source, text }: Passage) =>
            source.title === title && measureSaid(golden, text) > 0,
        }),
        measureSaid: (text) => measureSaid(golden, text),
      };
    });
  return {
    set: {
      name: `families (${questions.length})`,
      questions,
      absent: files.flatMap(({ absent }) => absent),
      db,
      embeddings,
    },
    close,
  };
}

async function openHandbook(embeddings: EmbeddingModel): Promise<OpenSet> {
  const handbook = await readHandbook();
  const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();
  const questions = handbook.questions.map(({ q, evidence }): DevelopmentQuestion => {
    const wanted = squeeze(evidence);
    return { question: q, isRight: ({ text }) => squeeze(text).includes(wanted) };
  });
  const name = `handbook (${questions.length})`;
  const corpora = handbook.docs.map(splitHandbook);
  return openCorpora({ name, questions, absent: handbook.unanswerable }, corpora, embeddings);
}

async function openSquad(embeddings: EmbeddingModel, sample: SquadSample): Promise<OpenSet> {
  const squad = await readSquad();
  const corpora = spread(groupByTitle(squad), sample.articles);
  const titles = new Set(corpora.map(({ title }) => title));
  const onThem = squad.questions.filter(({ p }) => titles.has(squad.passages[p]?.title ?? ''));
  const questions = spread(onThem, sample.questions).map(({ q, p, a }): DevelopmentQuestion => {
    const right = squad.passages[p]?.text;
    const answers = a.map((answer) => answer.toLowerCase());
    return {
      question: q,
      isRight: ({ text }) => text === right,
      measureSaid: (text) => Number(answers.some((answer) => text.toLowerCase().includes(answer))),
    };
  });
  const name = `SQuAD (${questions.length} on ${corpora.length} articles)`;
  return openCorpora({ name, questions, absent: [] }, corpora, embeddings);
}

/** At most so many of a list, evenly spread over it, the first among them. */
function spread<One>(list: readonly One[], max: number): One[] {
  const step = Math.max(1, list.length / max);
  return Array.from({ length: Math.min(max, list.length) }, (_, index) =>
    list.slice(Math.floor(index * step), Math.floor(index * step) + 1),
  ).flat();
}

async function openCorpora(
  about: Omit<DevelopmentSet, 'db' | 'embeddings'>,
  corpora: readonly Corpus[],
  embeddings: EmbeddingModel,
): Promise<OpenSet> {
  const database = await openBenchDatabase();
  for (const { title, passages } of corpora) await addDocument(database, title, passages);
  await embedMissingPassages({ db: database.db, embeddings, log }, {}, signal);
  return {
    set: {
      ...about,
      db: database.db,
      embeddings,
    },
    close: () => database.close(),
  };
}
