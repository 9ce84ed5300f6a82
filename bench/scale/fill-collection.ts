import { type Kysely, sql, type Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { VectorIdentity } from '../../server/src/knowledge/embed/embedding-model.ts';
import { countTerms } from '../../server/src/knowledge/index/passage-store.ts';
import { ensureVectorIndex } from '../../server/src/knowledge/index/vector-store.ts';
import { TERMS_VERSION } from '../../server/src/knowledge/words/to-terms.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import type { Tables } from '../../server/src/platform/db/tables.ts';
import { toTenths } from '../quantile.ts';

const TITLE = 'Mixed';
const PASSAGES_PER_DOCUMENT = 500;
const CLUSTERS = 200;
const DEVIATIONS = 4_000;
/** For sorting rows and building indexes at one go; the vectors of a million passages fit in it with their graph. */
const MEMORY = '5GB';
const CHECKED = 20;

interface Wanted {
  /** Passages. */
  size: number;
  sentences: readonly string[];
  identity: VectorIdentity;
}

/**
 * Fills an empty collection with `size` passages by statements of the database alone, with the rows that the
 * product's own path would have written: words are counted by the product, once for each sentence. A
 * passage's vector is the sum of one of two hundred centres and two of four thousand deviations, of
 * length 1. What finds words and vectors is not indexed yet.
 */
export async function fillCollection({ db }: Database, wanted: Wanted): Promise<void> {
  const { size, sentences, identity } = wanted;
  await storeParts(db, sentences, identity.dimensions);
  await putIndexesAway(db);
  const addInSteps = async (
    what: string,
    count: number,
    add: (trx: Transaction<Tables>, step: Step) => Promise<unknown>,
  ) => {
    const took = await time(() =>
      inSteps(size, count, (step) => withMemory(db, (trx) => add(trx, step))),
    );
    console.log(`${size} passages, ${what}: ${took} s`);
  };
  await addInSteps('texts', 25_000, addPassages);
  await sql`select setval(pg_get_serial_sequence('passages', 'id'), ${size})`.execute(db);
  await addInSteps('vectors', 25_000, (trx, step) => addVectors(trx, identity.name, step));
  await addInSteps('words', 5_000, addWords);
}

/** What building indexes at one go took, in seconds. */
export interface Building {
  wordIndexesS: number;
  vectorIndexS: number;
}

/** Builds the indexes as the product has them, after a collection was filled. */
export async function buildIndexes(
  { db, execute }: Database,
  identity: VectorIdentity,
): Promise<Building> {
  const { rows } = await sql<{ definition: string }>`select definition from bench_indexes`.execute(
    db,
  );
  const wordIndexesS = await time(async () => {
    for (const { definition } of rows)
      await withMemory(db, (trx) =>
        sql.raw(definition.replace('INDEX', 'INDEX IF NOT EXISTS')).execute(trx),
      );
  });
  console.log(`words: ${wordIndexesS} s`);
  const vectorIndexS = await time(() => withMemory(db, (trx) => ensureVectorIndex(trx, identity)));
  console.log(`vectors: ${vectorIndexS} s`);
  await execute('vacuum analyze');
  await checkWords(db);
  return { wordIndexesS, vectorIndexS };
}

/** Two steps at a time. */
async function inSteps(
  size: number,
  count: number,
  add: (step: Step) => Promise<void>,
): Promise<void> {
  const steps = Array.from({ length: Math.ceil(size / count) }, (_, step) => ({
    first: step * count,
    last: Math.min(size, (step + 1) * count),
  })).values();
  const addNext = async () => {
    for (const step of steps) await add(step);
  };
  await Promise.all([addNext(), addNext()]);
}

/** Sentences with their words, and what vectors are added up from. */
export async function storeParts(
  db: Kysely<Tables>,
  sentences: readonly string[],
  dimensions: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The title's words, which every passage has, are those of sentence -1.
    const texts = [TITLE, ...sentences];
    const counted = texts.map((text) => countTerms({ title: '', headingPath: [], text }));
    await sql`create table bench_sentences as select (ordinality - 2)::int as id, text, length
      from unnest(${texts}::text[], ${counted.map(({ length }) => length)}::int[])
        with ordinality as given (text, length)`.execute(trx);
    const rows = counted.flatMap(({ frequencies }, index) =>
      Array.from(frequencies, ([term, frequency]) => ({ sentence: index - 1, term, frequency })),
    );
    const words = [...new Set(rows.map(({ term }) => term))];
    const numbers = new Map(words.map((term, number) => [term, number]));
    await sql`create table bench_words as select (ordinality - 1)::int as word, term
      from unnest(${words}::text[]) with ordinality as given (term)`.execute(trx);
    await sql`create table bench_counts as select * from unnest(
      ${rows.map(({ sentence }) => sentence)}::int[], ${rows.map(({ term }) => numbers.get(term))}::int[],
      ${rows.map(({ frequency }) => frequency)}::int[]) as given (sentence, word, frequency)`.execute(
      trx,
    );
    await sql`select setseed(0.5)`.execute(trx);
    for (const [table, count, width] of [
      ['bench_centres', CLUSTERS, 1],
      // Two of them together deviate as much as the centres do.
      ['bench_deviations', DEVIATIONS, Math.SQRT1_2],
    ] as const) {
      // The last summand makes the numbers of each row others than those of the row before.
      await sql`create table ${sql.table(table)} as
        select n as id, (select array_agg((random() - 0.5) * ${sql.lit(width)} + 0 * n * d)
          from generate_series(1, ${sql.lit(dimensions)}) d)::real[]::vector as part
        from generate_series(0, ${sql.lit(count - 1)}) n`.execute(trx);
    }
  });
  for (const table of ['bench_sentences', 'bench_centres', 'bench_deviations'])
    await sql`create unique index on ${sql.table(table)} (id)`.execute(db);
  await sql`analyze bench_sentences, bench_words, bench_counts, bench_centres, bench_deviations`.execute(
    db,
  );
}

interface Step {
  first: number;
  last: number;
}

/** Number `n` of something below `count`, as good as drawn by lot. */
export const drawn = (n: string, salt: number, count: string | number) =>
  sql.raw(`(hashint8extended(${n}, ${salt}) & 2147483647) % ${count}`);

/** What passages are made of: five sentences each, chosen by a hash of their number, and their title. */
const picksOf = ({ first, last }: Step) => sql`create temporary table picks on commit drop as
  select n::int as id, slot,
    (${drawn('n * 8 + slot', 1, '(select max(id) + 1 from bench_sentences)')})::int as sentence
  from generate_series(${sql.lit(first + 1)}::bigint, ${sql.lit(last)}) n, generate_series(1, 5) slot
  union all select n, 0, -1 from generate_series(${sql.lit(first + 1)}, ${sql.lit(last)}) n`;

async function addPassages(trx: Transaction<Tables>, step: Step): Promise<void> {
  await picksOf(step).execute(trx);
  await sql`create temporary table texts on commit drop as
    select p.id, (p.id - 1) / ${sql.lit(PASSAGES_PER_DOCUMENT)} as owner, sum(s.length)::int as length,
      string_agg(s.text, ' ' order by p.slot) filter (where p.slot > 0) as text
    from picks p join bench_sentences s on s.id = p.sentence group by p.id`.execute(trx);
  await sql`create temporary table owners on commit drop as
    select owner, gen_random_uuid() as document, count(*) as passages, sum(length) as words
    from texts group by owner`.execute(trx);
  await sql`insert into documents (id, filename, kind, origin, size_bytes, sha256, storage_key, status,
      title, passage_count, word_count, terms_version, created_at, processed_at)
    select document, 'mixed.md', 'markdown', 'upload', 0, gen_random_uuid(), gen_random_uuid(), 'Ready',
      ${TITLE}, passages, words, ${sql.lit(TERMS_VERSION)}, now(), now()
    from owners`.execute(trx);
  await sql`insert into passages (id, document_id, ordinal, title, text) overriding system value
    select t.id, o.document, (t.id - 1) % ${sql.lit(PASSAGES_PER_DOCUMENT)}, ${TITLE}, t.text
    from texts t join owners o using (owner) order by t.id`.execute(trx);
}

async function addWords(trx: Transaction<Tables>, step: Step): Promise<void> {
  await picksOf(step).execute(trx);
  await sql`create temporary table counted on commit drop as
    select p.id::bigint << 32 | c.word as key, sum(c.frequency)::int as frequency
    from picks p join bench_counts c using (sentence) group by 1`.execute(trx);
  await sql`create temporary table lengths on commit drop as
    select p.id, sum(s.length)::int as length
    from picks p join bench_sentences s on s.id = p.sentence group by p.id`.execute(trx);
  await sql`insert into passage_terms (term, passage_id, frequency, passage_length)
    select w.term, l.id, c.frequency, l.length
    from counted c join bench_words w on w.word = (c.key & 4294967295)::int
    join lengths l on l.id = (c.key >> 32)::int`.execute(trx);
}

async function addVectors(
  trx: Transaction<Tables>,
  model: string,
  { first, last }: Step,
): Promise<void> {
  await sql`insert into passage_embeddings (passage_id, model, embedding)
    select n, ${model}, ${madeUpVector('n::bigint')}
    from generate_series(${sql.lit(first + 1)}, ${sql.lit(last)}) n`.execute(trx);
}

/** The vector that number `n` has; those of numbers without a passage are as like passages as any. */
export const madeUpVector = (n: string) => sql`(select l2_normalize(c.part + a.part + b.part)
  from bench_centres c, bench_deviations a, bench_deviations b
  where c.id = ${drawn(n, 2, CLUSTERS)} and a.id = ${drawn(n, 3, DEVIATIONS)}
    and b.id = ${drawn(n, 4, DEVIATIONS)})`;

/** Remembers the indexes of words, and drops them until the rows are there. */
async function putIndexesAway(db: Kysely<Tables>): Promise<void> {
  await sql`create table bench_indexes as select indexname as name, indexdef as definition
    from pg_indexes where tablename = 'passage_terms'`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from bench_indexes`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
}

/** The words of some passages, counted by the product, must be those that stand there. */
async function checkWords(db: Kysely<Tables>): Promise<void> {
  const passages = await db
    .selectFrom('passages')
    .select(['id', 'title', 'text'])
    .where(sql<boolean>`id % 997 = 1`)
    .limit(CHECKED)
    .execute();
  for (const { id, title, text } of passages) {
    const wanted = countTerms({ title, headingPath: [], text });
    const stored = await db
      .selectFrom('passage_terms')
      .select(['term', 'frequency', 'passage_length'])
      .where('passage_id', '=', id)
      .execute();
    const words = new Map(stored.map(({ term, frequency }) => [term, frequency]));
    const isSame = isDeepStrictEqual(words, wanted.frequencies);
    if (!isSame || stored[0]?.passage_length !== wanted.length)
      throw new Error(`Passage ${id} has other words than the product counts.`);
  }
}

/** A transaction that may use more memory than the server's settings give. */
export function withMemory(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`set local maintenance_work_mem = ${sql.lit(MEMORY)}`.execute(trx);
    await sql`set local work_mem = '512MB'`.execute(trx);
    await sql`set local jit = off`.execute(trx);
    await sql`set local synchronous_commit = off`.execute(trx);
    await work(trx);
  });
}

/** In seconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return toTenths((performance.now() - startedAt) / 1_000);
}
