import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createLogStore } from '../server/src/features/logs/log-store.ts';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import {
  formatVector,
  type VectorIdentity,
} from '../server/src/knowledge/embed/embedding-model.ts';
import { vectorIndexExpression } from '../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../server/src/knowledge/search/create-passage-search.ts';
import { createRandom } from '../server/src/knowledge/testing/create-random.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { readSquad } from './evaluation-data.ts';
import { toTenths } from './quantile.ts';
import { table } from './report/write-report.ts';
import { insertLogs } from './screen/add-logs.ts';
import {
  createStandIns,
  measure,
  mixPassages,
  PASSAGES_PER_DOCUMENT,
  storeStandIns,
} from './search-latency.ts';

const PAGE = new URL('../docs/generated/scale.md', import.meta.url);
const QUESTIONS = 150;
const RECALL_QUERIES = 50;
/** Those that search takes by vectors, with the product's own breadth of search in the index. */
const NEAREST = 100;
const EF_SEARCH = 100;
const log = pino({ level: 'warn' });
const { signal } = new AbortController();

type Squad = Awaited<ReturnType<typeof readSquad>>;
type Row = Record<string, number>;

/**
 * Fills one PostgreSQL database up to each size in turn, with as many logs, and measures there; the page
 * is written after each, so that a run that is ended keeps what it has.
 */
export async function measureScale(sizes: readonly number[]): Promise<void> {
  if (!process.env['TEST_DATABASE_URL']) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
  const squad = await readSquad();
  const encoder = createBundledEncoder();
  const database = await openBenchDatabase('postgres');
  try {
    const { rows } = await database.execute('show server_version');
    const about = { version: String(rows[0]?.['server_version']), loadBefore: loadavg()[0] ?? 0 };
    const search: Row[] = [];
    const logs: Row[] = [];
    const identity = await encoder.forQuestions.identify(signal);
    const drawText = createRandom(1);
    const drawVector = createStandIns(identity.dimensions);
    let stored = 0;
    for (const passages of sizes.toSorted((a, b) => a - b)) {
      const ingested = await ingest(database, squad, { count: passages - stored, drawText });
      stored = passages;
      await dropVectorIndex(database);
      const built = await time(() => storeStandIns(database, identity, drawVector));
      await database.execute('vacuum analyze');
      const row: Row = { passages, 'read, passages/s': ingested };
      row['vectors and index at one go, s'] = Math.round(built / 1000);
      Object.assign(row, await measureSearch(database, squad, encoder.forQuestions));
      row['first 100 by vectors, % of the exact'] = await measureRecall(
        database,
        identity,
        drawVector,
      );
      Object.assign(row, await measureSizes(database));
      search.push(row);
      logs.push(await measureLogs(database, passages));
      console.log(JSON.stringify({ search: search.at(-1), logs: logs.at(-1) }));
      await writePage(search, logs, about);
    }
  } finally {
    await encoder.close();
    await database.close();
  }
}

async function ingest(
  database: Database,
  squad: Squad,
  { count, drawText }: { count: number; drawText: () => number },
): Promise<number> {
  const took = await time(async () => {
    for (let done = 0; done < count; done += PASSAGES_PER_DOCUMENT) {
      const size = Math.min(PASSAGES_PER_DOCUMENT, count - done);
      await addDocument(database, 'Document', mixPassages(squad.passages, size, drawText));
    }
  });
  return Math.round((count / took) * 1000);
}

async function measureSearch(
  { db }: Database,
  squad: Squad,
  embeddings: ReturnType<typeof createBundledEncoder>['forQuestions'],
): Promise<Row> {
  const step = Math.floor(squad.questions.length / QUESTIONS);
  const questions = squad.questions.filter((_, index) => index % step === 0).map(({ q }) => q);
  const search = createPassageSearch({ db, embeddings, log });
  const { p50, p95 } = await measure({ engine: '', passages: 0, questions }, (question) =>
    search.search({ question, limit: 10 }, signal),
  );
  return { 'search p50, ms': p50, 'search p95, ms': p95 };
}

/** Per cent of the nearest vectors that the index finds, of those that looking at each finds. */
async function measureRecall(
  { db }: Database,
  { name, dimensions }: VectorIdentity,
  drawVector: () => Float32Array,
): Promise<number> {
  let found = 0;
  for (let asked = 0; asked < RECALL_QUERIES; asked += 1) {
    const vector = formatVector(drawVector());
    const nearest = sql<{ id: number }>`
      select passage_id as id from passage_embeddings where model = ${sql.lit(name)}
      order by ${vectorIndexExpression(dimensions)} <=> ${vector}::vector limit ${sql.lit(NEAREST)}`;
    found += await db.transaction().execute(async (trx) => {
      await sql`set local hnsw.ef_search = ${sql.lit(EF_SEARCH)}`.execute(trx);
      const { rows: near } = await nearest.execute(trx);
      await sql`set local enable_indexscan = off`.execute(trx);
      const { rows: exact } = await nearest.execute(trx);
      const right = new Set(exact.map(({ id }) => id));
      return near.filter(({ id }) => right.has(id)).length;
    });
  }
  return toTenths((found / RECALL_QUERIES / NEAREST) * 100);
}

async function dropVectorIndex(database: Database): Promise<void> {
  const { rows } = await database.execute(
    `select indexname from pg_indexes
     where tablename = 'passage_embeddings' and indexdef like '% USING hnsw %'`,
  );
  for (const { indexname } of rows) await database.execute(`drop index ${String(indexname)}`);
}

/** Megabytes of what search reads, of its vector index, and of the whole database. */
async function measureSizes(database: Database): Promise<Row> {
  const { rows } = await database.execute(
    `select pg_total_relation_size('passages') + pg_total_relation_size('passage_terms') as texts,
       pg_total_relation_size('passage_embeddings') as vectors,
       pg_database_size(current_database()) as everything`,
  );
  const inMegabytes = (name: string) => Math.round(Number(rows[0]?.[name]) / 1e6);
  return {
    'texts and words, MB': inMegabytes('texts'),
    'vectors and their index, MB': inMegabytes('vectors'),
    'database, MB': inMegabytes('everything'),
  };
}

/** The reply that the screen of logs reads, page by page: its first rows, all of them, and the memory it takes. */
async function measureLogs(database: Database, count: number): Promise<Row> {
  const { rows } = await database.execute('select count(*)::int as count from chat_logs');
  await insertLogs(database, count - Number(rows[0]?.['count']));
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  let [first, seen, bytes, most] = [0, 0, 0, before];
  for await (const page of createLogStore(database.db).pages()) {
    first ||= performance.now() - startedAt;
    seen += page.length;
    for (const row of page) bytes += JSON.stringify(row).length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  if (seen !== count) throw new Error(`${seen} logs of ${count} came.`);
  return {
    logs: count,
    'first 1,000, ms': Math.round(first),
    'all, s': toTenths((performance.now() - startedAt) / 1000),
    'of JSON, MB': Math.round(bytes / 1e6),
    'memory more, MB': Math.round((most - before) / 1e6),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function writePage(
  search: readonly Row[],
  logs: readonly Row[],
  about: { version: string; loadBefore: number },
): Promise<void> {
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model}`;
  const parts = [
    '# How far it goes',
    `Written by \`TEST_DATABASE_URL=… npm run bench -- --only scale --sizes ${search.map(({ passages }) => passages).join(',')}\` on ${new Date().toISOString().slice(0, 10)}: PostgreSQL ${about.version} with its settings as installed, on the same machine, ${machine}, at a load of ${about.loadBefore.toFixed(1)} before. Passages are made of sentences of SQuAD, so words are as common as in real text; their vectors are made up, in two hundred clusters, which is harder for the index than meanings are.`,
    '## Passages',
    table(search),
    '## Logs',
    'What the screen of logs asks for: all of them, in one streamed reply, which the browser then filters and exports by itself.',
    table(logs),
  ];
  await writeFile(PAGE, `${parts.join('\n\n').trim()}\n`);
}
