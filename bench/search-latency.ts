import { sql } from 'kysely';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { setImmediate } from 'node:timers/promises';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import {
  type Encoder,
  formatVector,
  type VectorIdentity,
} from '../server/src/knowledge/embed/embedding-model.ts';
import { embedMissing } from '../server/src/knowledge/index/embed-missing.ts';
import type { TitledPassage } from '../server/src/knowledge/index/passage-store.ts';
import { loadReadyVectors } from '../server/src/knowledge/index/ready-vectors.ts';
import { ensureVectorIndex } from '../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../server/src/knowledge/search/create-passage-search.ts';
import { createRandom } from '../server/src/knowledge/testing/create-random.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import { addStarterDocuments } from '../server/test/add-starter-documents.ts';
import { addDocument, BENCH_ENGINES, openBenchDatabase } from './bench-database.ts';
import { readSquad } from './evaluation-data.ts';
import { createPeers } from './peers/create-peers.ts';

const QUESTIONS = 300;
const WARM_UP_QUESTIONS = 20;
export const PASSAGES_PER_DOCUMENT = 500;
const SENTENCES_PER_PASSAGE = 5;
const VECTORS_PER_STATEMENT = 500;
const INDEX_BUILD_MEMORY = '400MB';
const LIMIT = 10;
/** A peer that takes seconds a question is asked fewer. */
const MAX_MEASURING_MS = 60_000;
const log = pino({ level: 'warn' });
const { signal } = new AbortController();

/** Milliseconds of one search, and the longest that the event loop stood still between two turns. */
export interface LatencyRow {
  engine: string;
  passages: number;
  p50: number;
  p95: number;
  eventLoopP99: number;
}

/**
 * Measures search with the question's embedding included, one question after the other. `onRow` sees
 * each row at once, because the largest size takes long.
 */
export async function measureSearchLatency(
  sizes: readonly number[],
  onRow: (row: LatencyRow) => Promise<void>,
): Promise<void> {
  const squad = await readSquad();
  const questions = squad.questions
    .filter((_, index) => index % 35 === 0)
    .map(({ q }) => q)
    .slice(0, QUESTIONS);
  const encoder = createBundledEncoder();
  try {
    for (const size of sizes) {
      const passages = mixPassages(squad.passages, size);
      const withKnown = size === Math.min(...sizes);
      for (const engine of BENCH_ENGINES) {
        await measureProduct({ engine, passages, questions, encoder, withKnown }, onRow);
      }
      for (const peer of await createPeers(passages)) {
        const task = { engine: peer.name, passages: size, questions };
        await onRow(await measure(task, (question) => peer.search(question, LIMIT)));
        await peer.close();
      }
    }
  } finally {
    await encoder.close();
  }
}

/** Once more `withKnown`: with the starter documents and all their known questions besides. */
async function measureProduct(
  task: {
    engine: Database['engine'];
    passages: readonly TitledPassage[];
    questions: readonly string[];
    encoder: Encoder;
    withKnown: boolean;
  },
  onRow: (row: LatencyRow) => Promise<void>,
): Promise<void> {
  const { engine, passages, questions } = task;
  const questionModel = task.encoder.forQuestions;
  const database = await openBenchDatabase(engine);
  try {
    for (let start = 0; start < passages.length; start += PASSAGES_PER_DOCUMENT) {
      const batch = passages.slice(start, start + PASSAGES_PER_DOCUMENT);
      await addDocument(database, `Document ${start}`, batch);
    }
    await storeStandIns(database, await questionModel.identify(signal));
    // What the product's maintenance does every night.
    await database.execute('vacuum analyze');
    const search = createPassageSearch({ db: database.db, embeddings: questionModel, log });
    const name = engine === 'pglite' ? 'Pathway on PGlite' : 'Pathway on PostgreSQL';
    const measureAs = async (as: string) => {
      const about = { engine: as, passages: passages.length, questions };
      const ask = (question: string) => search.search({ question, limit: LIMIT }, signal);
      await onRow(await measure(about, ask));
    };
    await measureAs(name);
    if (task.withKnown)
      await measureAs(`${name}, ${await addKnownQuestions(database, task)} known questions`);
  } finally {
    await database.close();
  }
}

/** @returns how many, in both languages. */
async function addKnownQuestions(
  database: Database,
  { encoder }: { encoder: Encoder },
): Promise<number> {
  const { db } = database;
  await addStarterDocuments(db);
  const deps = { db, embeddings: encoder.forPassages, ready: loadReadyVectors(), log };
  await embedMissing(deps, {}, signal);
  await database.execute('vacuum analyze');
  const { rows } = await database.execute('select count(*)::int as known from known_questions');
  return Number(rows[0]?.['known']);
}

/** Asks one question after the other, a minute at most. */
export async function measure(
  {
    engine,
    passages,
    questions,
  }: { engine: string; passages: number; questions: readonly string[] },
  search: (question: string) => Promise<unknown>,
): Promise<LatencyRow> {
  for (const question of questions.slice(0, WARM_UP_QUESTIONS)) await search(`${question} now`);
  const eventLoop = monitorEventLoopDelay({ resolution: 1 });
  eventLoop.enable();
  const times: number[] = [];
  const end = performance.now() + MAX_MEASURING_MS;
  for (const question of questions) {
    if (performance.now() > end) break;
    const start = performance.now();
    await search(question);
    times.push(performance.now() - start);
    // Searches that never leave the event loop would otherwise hide how long they hold it.
    await setImmediate();
  }
  eventLoop.disable();
  times.sort((a, b) => a - b);
  const quantile = (share: number) => round(times[Math.floor(times.length * share)] ?? 0);
  return {
    engine,
    passages,
    p50: quantile(0.5),
    p95: quantile(0.95),
    eventLoopP99: round(eventLoop.percentile(99) / 1e6),
  };
}

/** Passages of sentences from all over the data: as many as wanted, with words as common as in real text. */
export function mixPassages(
  sources: readonly { text: string }[],
  count: number,
  random = createRandom(1),
): TitledPassage[] {
  const sentences = sources.flatMap(({ text }) => text.split(/(?<=[.!?]) /));
  return Array.from({ length: count }, (_, index) => ({
    ordinal: index % PASSAGES_PER_DOCUMENT,
    title: 'Mixed',
    headingPath: [],
    page: null,
    pageLabel: null,
    url: null,
    text: Array.from(
      { length: SENTENCES_PER_PASSAGE },
      () => sentences[Math.floor(random() * sentences.length)],
    ).join(' '),
  }));
}

/**
 * Gives every passage a made-up vector under the model's name, in two hundred clusters: about as slow to
 * search as real ones, without hours of encoding. The index is built at one go over what is stored, which
 * takes minutes where growing it takes an hour; searching it costs the same.
 */
export async function storeStandIns(
  database: Database,
  identity: VectorIdentity,
  drawVector = createStandIns(identity.dimensions),
): Promise<void> {
  const { rows } = await database.execute(
    `select id from passages p where not exists (
       select from passage_embeddings e where e.passage_id = p.id) order by id`,
  );
  for (let start = 0; start < rows.length; start += VECTORS_PER_STATEMENT) {
    const ids = rows.slice(start, start + VECTORS_PER_STATEMENT).map(({ id }) => id);
    await database.execute(
      `insert into passage_embeddings (passage_id, model, embedding)
       select id, $2, vector::vector from unnest($1::int[], $3::text[]) as given (id, vector)`,
      [ids, identity.name, ids.map(() => formatVector(drawVector()))],
    );
  }
  await database.db.transaction().execute(async (trx) => {
    await sql`set local maintenance_work_mem = ${sql.lit(INDEX_BUILD_MEMORY)}`.execute(trx);
    await ensureVectorIndex(trx, identity);
  });
}

export function createStandIns(dimensions: number): () => Float32Array {
  const random = createRandom(2);
  const draw = () => Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const centres = Array.from({ length: 200 }, draw);
  return () => {
    const centre = centres[Math.floor(random() * centres.length)];
    const values = draw().map((value, index) => value + (centre?.[index] ?? 0));
    const norm = Math.hypot(...values);
    return values.map((value) => value / norm);
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
