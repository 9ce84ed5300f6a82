import { pino } from 'pino';
import { loadDomains } from '../server/src/assistant/domain.ts';
import { quotePassages } from '../server/src/assistant/quote/render-answer.ts';
import { readAsked, scoreUnits } from '../server/src/assistant/quote/score-units.ts';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../server/src/knowledge/embed/embedding-model.ts';
import { embedMissingPassages } from '../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../server/src/knowledge/search/create-passage-search.ts';
import { chanceOf, listSections } from '../server/src/knowledge/search/list-sections.ts';
import type { SearchResult } from '../server/src/knowledge/search/passage.ts';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { readHandbook, readSquad } from './evaluation-data.ts';
import { type Corpus, groupByTitle, splitHandbook } from './search-quality.ts';
import { rememberVectors } from './vector-cache.ts';

/** SQuAD questions asked: every tenth, without those that weights were chosen on. */
const SAMPLE_EVERY = 10;
const SAMPLE_OFFSET = 5;
/** The assistant reads so many hits. */
const LIMIT = 8;
const PIECES = 3;
const { words } = loadDomains()[0];
const log = pino({ level: 'warn' });
const { signal } = new AbortController();

/** A figure of answering without a language model. */
export interface AnswerRow {
  measure: string;
  data: string;
  value: number;
}

type Search = (question: string) => Promise<SearchResult>;

/**
 * Measures whether the quoted sentences hold the answer, and how well the probability that decides
 * on refusing tells present topics from absent ones (area under the ROC curve). For SQuAD absent topics
 * are the questions on every second article, which is left out of the collection.
 */
export async function measureAnswerQuality(): Promise<AnswerRow[]> {
  const encoder = createBundledEncoder();
  const embeddings = await rememberVectors(encoder.forPassages);
  try {
    return [
      ...(await measureSentences(embeddings)),
      await measureSquadRefusal(embeddings),
      await measureHandbookRefusal(embeddings),
    ];
  } finally {
    await encoder.close();
  }
}

async function measureSentences(embeddings: EmbeddingModel): Promise<AnswerRow[]> {
  const squad = await readSquad();
  const questions = squad.questions.filter((_, index) => index % SAMPLE_EVERY === SAMPLE_OFFSET);
  const found = await withSearch(groupByTitle(squad), embeddings, async (search) => {
    const counts = { pieces: 0, answer: 0 };
    for (const { q, a } of questions) {
      const result = await search(q);
      const holds = (text: string) =>
        a.some((answer) => text.toLowerCase().includes(answer.toLowerCase()));
      if (pickPieces(result).some(holds)) counts.pieces++;
      const quoted = quotePassages(result, { words }).flatMap(({ units }) =>
        units.map(({ text }) => text),
      );
      if (holds(quoted.join(' '))) counts.answer++;
    }
    return counts;
  });
  const data = `SQuAD, another tenth, held out (${questions.length} questions)`;
  const percent = (count: number) => round((100 * count) / questions.length);
  return [
    {
      measure: 'answer inside the three best sentences, %',
      data,
      value: percent(found.pieces),
    },
    {
      measure: 'answer inside what is quoted, %',
      data,
      value: percent(found.answer),
    },
  ];
}

/** The best pieces of the best section, as the composer rates them. */
function pickPieces({ hits, terms }: SearchResult): string[] {
  const asked = readAsked(terms, words);
  const [section = []] = listSections(hits);
  const scored = scoreUnits(section, asked);
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, PIECES);
  return best.map(({ unit }) => unit.text);
}

async function measureSquadRefusal(embeddings: EmbeddingModel): Promise<AnswerRow> {
  const squad = await readSquad();
  const titles = [...new Set(squad.passages.map(({ title }) => title))];
  const kept = new Set(titles.filter((_, index) => index % 2 === 0));
  const corpora = groupByTitle(squad).filter(({ title }) => kept.has(title));
  const questions = squad.questions.filter((_, index) => index % SAMPLE_EVERY === SAMPLE_OFFSET);
  const isPresent = ({ p }: { p: number }) => kept.has(squad.passages[p]?.title ?? '');
  const value = await withSearch(corpora, embeddings, (search) =>
    measureArea(search, {
      present: questions.filter(isPresent).map(({ q }) => q),
      absent: questions.filter((question) => !isPresent(question)).map(({ q }) => q),
    }),
  );
  return {
    measure: 'refusing an absent topic, AUC',
    data: 'SQuAD, every second article left out',
    value,
  };
}

async function measureHandbookRefusal(embeddings: EmbeddingModel): Promise<AnswerRow> {
  const { docs, questions, unanswerable } = await readHandbook();
  const present = questions.map(({ q }) => q);
  const value = await withSearch(docs.map(splitHandbook), embeddings, (search) =>
    measureArea(search, { present, absent: unanswerable }),
  );
  const data = `Handbook (${present.length} present, ${unanswerable.length} absent)`;
  return { measure: 'refusing an absent topic, AUC', data, value };
}

/** Share of pairs in which the present topic's probability is the higher one. */
async function measureArea(
  search: Search,
  { present, absent }: { present: readonly string[]; absent: readonly string[] },
): Promise<number> {
  const rate = async (questions: readonly string[]) => {
    const values: number[] = [];
    for (const question of questions) values.push(chanceOf((await search(question)).hits));
    return values;
  };
  const [high, low] = [await rate(present), await rate(absent)];
  const wins = high.flatMap((value) =>
    low.map((other) => (value > other ? 1 : value === other ? 0.5 : 0)),
  );
  const area = wins.reduce<number>((sum, win) => sum + win, 0) / (high.length * low.length);
  return Math.round(area * 1_000) / 1_000;
}

async function withSearch<Result>(
  corpora: readonly Corpus[],
  embeddings: EmbeddingModel,
  use: (search: Search) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase();
  try {
    for (const { title, passages } of corpora) await addDocument(database, title, passages);
    await embedMissingPassages({ db: database.db, embeddings, log }, {}, signal);
    const search = createPassageSearch({ db: database.db, embeddings, log });
    return await use((question) => search.search({ question, limit: LIMIT }, signal));
  } finally {
    await database.close();
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
