import { pino } from 'pino';
import { readConfig } from '../server/src/config.ts';
import type { Encoder } from '../server/src/knowledge/embed/embedding-model.ts';
import { openEncoders } from '../server/src/knowledge/embed/open-encoders.ts';
import type { TitledPassage } from '../server/src/knowledge/index/passage-store.ts';
import { embedMissingPassages } from '../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../server/src/knowledge/search/create-passage-search.ts';
import { splitDocument } from '../server/src/knowledge/split/split-document.ts';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { type HandbookSet, readHandbook, readSquad, type SquadSet } from './evaluation-data.ts';
import { createPeers } from './peers/create-peers.ts';
import { rememberVectors } from './vector-cache.ts';

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

/** A document with its passages. */
export interface Corpus {
  title: string;
  passages: TitledPassage[];
}

/** The two sides of an encoder, which may want their texts differently. */
interface Models extends Omit<Encoder, 'close'> {
  /** Of one that does not come with the product. */
  otherName: string | undefined;
}

/**
 * Measures search on SQuAD and the handbook, peers in the same run; with another encoder as
 * `EMBEDDING_MODEL` that one alone.
 */
export async function measureSearchQuality(options: { all: boolean }): Promise<QualityRow[]> {
  const { embeddingModel } = readConfig(process.env);
  const { encoder, close } = openEncoders(embeddingModel);
  if (encoder === undefined)
    throw new Error('EMBEDDING_MODEL is none; there is nothing to compare.');
  try {
    const { name } = await encoder.forPassages.identify(signal);
    const otherName = embeddingModel === 'bundled' ? undefined : name;
    const use = otherName === undefined ? '' : '-questions';
    const models = {
      otherName,
      forPassages: await rememberVectors(encoder.forPassages),
      forQuestions: await rememberVectors(encoder.forQuestions, use),
    };
    return [...(await measureSquad(models, options)), ...(await measureHandbook(models))];
  } finally {
    await close();
  }
}

/**
 * Weights were chosen on every tenth question. With `all` the other nine tenths, on which nothing was
 * chosen, are asked as well; without, another tenth of them.
 */
async function measureSquad(models: Models, { all }: { all: boolean }): Promise<QualityRow[]> {
  const squad = await readSquad();
  const isChosen = (index: number) => index % SAMPLE_EVERY === 0;
  const isHeldOut = (index: number) => (all ? !isChosen(index) : index % SAMPLE_EVERY === 5);
  const folds = [
    { name: 'SQuAD, the tenth that weights were chosen on', holds: isChosen },
    {
      name: `SQuAD, ${all ? 'the other nine tenths' : 'another tenth'}, held out`,
      holds: isHeldOut,
    },
  ].map(({ name, holds }) => ({
    name,
    questions: squad.questions.filter((_, index) => holds(index)),
  }));
  const corpora = groupByTitle(squad);
  const places = new Map(squad.passages.map((passage, place) => [passage.text, place]));
  const placeOf = (text: string) => places.get(text) ?? -1;
  const score = async (search: Searcher) => {
    const rows: Omit<QualityRow, 'engine'>[] = [];
    for (const { name, questions } of folds) {
      const ranks: number[] = [];
      for (const { q, p } of questions) {
        ranks.push((await search(q, 10)).indexOf(placeOf(squad.passages[p]?.text ?? '')));
      }
      rows.push({ data: `${name} (${questions.length} questions)`, figures: rateRanks(ranks) });
    }
    return rows;
  };
  return measureEngines({ corpora, models, placeOf, score });
}

/** SQuAD's passages as one document for each article. */
export function groupByTitle({ passages }: Pick<SquadSet, 'passages'>): Corpus[] {
  return [...Map.groupBy(passages, ({ title }) => title)].map(([title, own]) => ({
    title,
    passages: own.map(({ text }, ordinal) => toPassage({ title, text, ordinal })),
  }));
}

/** Per cent from places of the right passage among ten; -1 where it is missing. */
function rateRanks(ranks: readonly number[]): Record<string, number> {
  const percent = (rate: (rank: number) => number) =>
    round(
      (100 * ranks.filter((rank) => rank >= 0).reduce((sum, rank) => sum + rate(rank), 0)) /
        ranks.length,
    );
  return {
    'R@1': percent((rank) => Number(rank === 0)),
    'R@5': percent((rank) => Number(rank < 5)),
    'MRR@10': percent((rank) => 1 / (rank + 1)),
  };
}

async function measureHandbook(models: Models): Promise<QualityRow[]> {
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
    const figures = { 'hit@5': percent(found.hit5), 'hit@10': percent(found.hit10) };
    return [{ data: `Handbook (${handbook.questions.length} questions)`, figures }];
  };
  const places = new Map(texts.map((text, place) => [text, place]));
  const placeOf = (text: string) => places.get(text) ?? -1;
  return measureEngines({ corpora, models, placeOf, score });
}

/** A document of the handbook, cut as the product cuts documents. */
export function splitHandbook({ title, sections }: HandbookSet['docs'][number]): Corpus {
  const blocks = sections.flatMap(({ chapter, heading, text }) => [
    ...(chapter === '' ? [] : [{ kind: 'heading' as const, level: 1, text: chapter }]),
    { kind: 'heading' as const, level: 2, text: heading },
    { kind: 'paragraph' as const, text },
  ]);
  const drafts = splitDocument({ blocks });
  return { title, passages: drafts.map((draft) => ({ ...draft, title })) };
}

async function measureEngines(task: {
  corpora: Corpus[];
  models: Models;
  placeOf(text: string): number;
  score(search: Searcher): Promise<Omit<QualityRow, 'engine'>[]>;
}): Promise<QualityRow[]> {
  const { corpora, models, placeOf, score } = task;
  const { forPassages, forQuestions, otherName } = models;
  const database = await openBenchDatabase();
  const rows: QualityRow[] = [];
  try {
    for (const { title, passages } of corpora) await addDocument(database, title, passages);
    await embedMissingPassages({ db: database.db, embeddings: forPassages, log }, {}, signal);
    const engines = [
      [otherName === undefined ? 'Pathway' : `Pathway, ${otherName}`, forQuestions],
      ...(otherName === undefined ? [['Pathway, words only', undefined] as const] : []),
    ] as const;
    for (const [engine, model] of engines) {
      const search = createPassageSearch({ db: database.db, embeddings: model, log });
      const scored = await score(async (question, limit) => {
        const { hits } = await search.search({ question, limit }, signal);
        return hits.map(({ passage }) => placeOf(passage.text));
      });
      rows.push(...scored.map((row) => ({ ...row, engine })));
    }
  } finally {
    await database.close();
  }
  if (otherName !== undefined) return rows;
  const passages = corpora.flatMap((corpus) => corpus.passages);
  for (const peer of await createPeers(passages)) {
    const scored = await score((question, limit) => peer.search(question, limit));
    rows.push(...scored.map((row) => ({ ...row, engine: peer.name })));
    await peer.close();
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
