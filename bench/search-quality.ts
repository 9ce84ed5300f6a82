import { pino } from 'pino';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../server/src/knowledge/embed/embedding-model.ts';
import { embedMissingPassages } from '../server/src/knowledge/index/embed-missing-passages.ts';
import type { TitledPassage } from '../server/src/knowledge/index/replace-passages.ts';
import { createPassageSearch } from '../server/src/knowledge/search/create-passage-search.ts';
import { splitDocument } from '../server/src/knowledge/split/split-document.ts';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { readHandbook, readSquad, type HandbookSet } from './evaluation-data.ts';
import { createPeers } from './peers/create-peers.ts';
import { rememberVectors } from './vector-cache.ts';

/** Without `--all`, every tenth SQuAD question. */
const SAMPLE_EVERY = 10;
const log = pino({ level: 'warn' });
const { signal } = new AbortController();

/** Answers a question with the best passages' places in the list that was indexed, best first. */
export type Searcher = (question: string, limit: number) => Promise<number[]>;

/** A line of the table: what was measured on which data, in per cent. */
export interface QualityRow {
  data: string;
  engine: string;
  figures: Record<string, number>;
}

interface Corpus {
  title: string;
  passages: TitledPassage[];
}

/** Measures search on SQuAD and the handbook, peers in the same run. */
export async function measureSearchQuality(options: { all: boolean }): Promise<QualityRow[]> {
  const encoder = createBundledEncoder();
  const embeddings = await rememberVectors(encoder.forPassages);
  try {
    return [...(await measureSquad(embeddings, options)), ...(await measureHandbook(embeddings))];
  } finally {
    await encoder.close();
  }
}

async function measureSquad(
  embeddings: EmbeddingModel,
  { all }: { all: boolean },
): Promise<QualityRow[]> {
  const squad = await readSquad();
  const questions = squad.questions.filter((_, index) => all || index % SAMPLE_EVERY === 0);
  const byTitle = Map.groupBy(squad.passages, (passage) => passage.title);
  const corpora = [...byTitle].map(([title, passages]) => ({
    title,
    passages: passages.map(({ text }, ordinal) => toPassage({ title, text, ordinal })),
  }));
  const places = new Map(squad.passages.map((passage, place) => [passage.text, place]));
  const score = async (search: Searcher) => {
    const found = { r1: 0, r5: 0, reciprocalRanks: 0 };
    for (const { q, p } of questions) {
      const gold = squad.passages[p]?.text ?? '';
      const rank = (await search(q, 10)).indexOf(places.get(gold) ?? -1);
      if (rank === 0) found.r1++;
      if (rank >= 0 && rank < 5) found.r5++;
      if (rank >= 0) found.reciprocalRanks += 1 / (rank + 1);
    }
    const percent = (value: number) => round((100 * value) / questions.length);
    return {
      'R@1': percent(found.r1),
      'R@5': percent(found.r5),
      'MRR@10': percent(found.reciprocalRanks),
    };
  };
  const placeOf = (text: string) => places.get(text) ?? -1;
  return measureEngines(`SQuAD (${questions.length} questions)`, {
    corpora,
    embeddings,
    placeOf,
    score,
  });
}

async function measureHandbook(embeddings: EmbeddingModel): Promise<QualityRow[]> {
  const handbook = await readHandbook();
  const corpora = handbook.docs.map(splitHandbook);
  const texts = corpora.flatMap(({ passages }) => passages.map(({ text }) => text));
  const score = async (search: Searcher) => {
    const found = { hit5: 0, hit10: 0 };
    for (const { q, evidence } of handbook.questions) {
      const wanted = squeeze(evidence);
      const rank = (await search(q, 10)).findIndex((place) =>
        squeeze(texts[place] ?? '').includes(wanted),
      );
      if (rank >= 0 && rank < 5) found.hit5++;
      if (rank >= 0) found.hit10++;
    }
    const percent = (value: number) => round((100 * value) / handbook.questions.length);
    return { 'hit@5': percent(found.hit5), 'hit@10': percent(found.hit10) };
  };
  const places = new Map(texts.map((text, place) => [text, place]));
  const placeOf = (text: string) => places.get(text) ?? -1;
  return measureEngines('Handbook', { corpora, embeddings, placeOf, score });
}

function splitHandbook({ title, sections }: HandbookSet['docs'][number]): Corpus {
  const blocks = sections.flatMap(({ chapter, heading, text }) => [
    ...(chapter === '' ? [] : [{ kind: 'heading' as const, level: 1, text: chapter }]),
    { kind: 'heading' as const, level: 2, text: heading },
    { kind: 'paragraph' as const, text },
  ]);
  const drafts = splitDocument({ title, blocks });
  return { title, passages: drafts.map((draft) => ({ ...draft, title })) };
}

async function measureEngines(
  data: string,
  task: {
    corpora: Corpus[];
    embeddings: EmbeddingModel;
    placeOf(text: string): number;
    score(search: Searcher): Promise<Record<string, number>>;
  },
): Promise<QualityRow[]> {
  const { corpora, embeddings, placeOf, score } = task;
  const database = await openBenchDatabase();
  const rows: QualityRow[] = [];
  try {
    for (const { title, passages } of corpora) await addDocument(database, title, passages);
    await embedMissingPassages({ db: database.db, embeddings, log }, {}, signal);
    for (const [engine, model] of [
      ['pathway', embeddings],
      ['pathway, words only', undefined],
    ] as const) {
      const search = createPassageSearch({ db: database.db, embeddings: model, log });
      const figures = await score(async (question, limit) => {
        const { hits } = await search.search({ question, limit }, signal);
        return hits.map(({ passage }) => placeOf(passage.text));
      });
      rows.push({ data, engine, figures });
    }
  } finally {
    await database.close();
  }
  const passages = corpora.flatMap((corpus) => corpus.passages);
  for (const { name, search } of await createPeers(passages)) {
    rows.push({ data, engine: name, figures: await score(search) });
  }
  return rows;
}

function toPassage(given: { title: string; text: string; ordinal: number }): TitledPassage {
  return { ...given, headingPath: [], page: null, pageLabel: null, url: null };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
