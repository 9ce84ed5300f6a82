import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { EmbeddingModel } from '../../server/src/knowledge/embed/embedding-model.ts';
import { vectorIndexExpression } from '../../server/src/knowledge/index/vector-store.ts';
import { createPassageSearch } from '../../server/src/knowledge/search/create-passage-search.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { quantile, toTenths } from '../quantile.ts';
import { madeUpVector } from './fill-collection.ts';

const LIMIT = 10;
const WARM_UP_QUESTIONS = 20;
const RECALL_QUERIES = 20;
/** Those that search takes by vectors, with the product's own breadth of search in the index. */
const NEAREST = 100;
const EF_SEARCH = 100;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const { signal } = new AbortController();

/** `withoutVector` are questions that were not embedded in time; their searches went by words alone. */
export interface SearchFigures {
  questions: number;
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
  withoutVector: number;
  /** Mean processor time of one search, the database's included where it runs on this machine. */
  processorMs: number | null;
}

/** One question after the other, its embedding included; what is asked first is not counted. */
export async function measureSearch(
  { db }: Database,
  questions: readonly string[],
  embeddings: EmbeddingModel,
): Promise<SearchFigures> {
  let withoutVector = 0;
  const log = pino({ level: 'warn' }, { write: () => (withoutVector += 1) });
  const search = createPassageSearch({ db, embeddings, log });
  for (const question of questions.slice(0, WARM_UP_QUESTIONS))
    await search.search({ question, limit: LIMIT }, signal);
  withoutVector = 0;
  const times: number[] = [];
  const processor = await readProcessorMs(db);
  for (const question of questions.slice(WARM_UP_QUESTIONS)) {
    const startedAt = performance.now();
    await search.search({ question, limit: LIMIT }, signal);
    times.push(performance.now() - startedAt);
  }
  const after = await readProcessorMs(db);
  return {
    questions: times.length,
    p50Ms: toTenths(quantile(times, 0.5)),
    p95Ms: toTenths(quantile(times, 0.95)),
    maxMs: toTenths(quantile(times, 1)),
    withoutVector,
    processorMs:
      after === null || processor === null ? null : toTenths((after - processor) / times.length),
  };
}

/** What this process, its threads, and its connections' processes have used of the processors; null elsewhere. */
async function readProcessorMs(db: Database['db']): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  const { user, system } = process.cpuUsage();
  const ticks = await Promise.all(rows.map(({ pid }) => readTicks(pid)));
  if (ticks.includes(null)) return null;
  return (
    (user + system) / 1_000 + ticks.reduce<number>((sum, one) => sum + (one ?? 0), 0) * TICK_MS
  );
}

async function readTicks(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // After the name, which may hold blanks: user and system time are the twelfth and thirteenth.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? null : Number(fields[11]) + Number(fields[12]);
}

/** Per cent of the nearest vectors that the index finds, of those that looking at each finds. */
export async function measureRecall(
  { db }: Database,
  { name, dimensions }: { name: string; dimensions: number },
): Promise<number> {
  let found = 0;
  for (let asked = 0; asked < RECALL_QUERIES; asked += 1) {
    // Numbers far beyond those of passages.
    const { rows } = await sql<{ vector: string }>`
      select ${madeUpVector(`${1e9 + asked}::bigint`)}::text as vector`.execute(db);
    const vector = rows[0]?.vector ?? '';
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

/** In megabytes: what search reads, and of it the indexes. */
export interface Sizes {
  textsMb: number;
  wordsMb: number;
  vectorsMb: number;
  vectorIndexMb: number;
  logsMb: number;
  everythingMb: number;
}

export async function measureSizes({ db }: Database): Promise<Sizes> {
  const { rows } = await sql<Sizes>`
    select pg_total_relation_size('passages') as "textsMb",
      pg_total_relation_size('passage_terms') as "wordsMb",
      pg_total_relation_size('passage_embeddings') - coalesce(index.size, 0) as "vectorsMb",
      coalesce(index.size, 0) as "vectorIndexMb",
      pg_total_relation_size('chat_logs') + pg_total_relation_size('feedback') as "logsMb",
      pg_database_size(current_database()) as "everythingMb"
    from (select sum(pg_relation_size(indexname::regclass))::bigint as size from pg_indexes
      where tablename = 'passage_embeddings' and indexdef like '% USING hnsw %') as index`.execute(
    db,
  );
  const inMegabytes = ([name, bytes]: [string, number]) => [name, Math.round(bytes / 1e6)];
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(inMegabytes)) as Sizes;
}
