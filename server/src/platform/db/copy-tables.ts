import { createReadStream, createWriteStream } from 'node:fs';
import { type Kysely, sql, type Transaction } from 'kysely';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Tables } from './tables.ts';

const ROWS_AT_ONCE = 500;
/** About a megabyte of JSON a statement. */
const BATCH_CHARACTERS = 1_000_000;

/** A table of the program: not the job queue's, which are made anew, nor the list of migrations. */
interface CopiedTable {
  /** Schema and name, quoted for SQL. */
  sqlName: string;
  /** Name of its file in a copy, such as `public.users`. */
  name: string;
  /** Column whose numbers PostgreSQL gives out, which must go on after the highest copied one. */
  numberedColumn: string | null;
}

/** Every table of the program, those that others refer to first. */
async function listTables(db: Kysely<Tables>): Promise<CopiedTable[]> {
  const { rows: tables } = await sql<CopiedTable>`
    select format('%I.%I', n.nspname, c.relname) as "sqlName", n.nspname || '.' || c.relname as name,
      (select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' limit 1) as "numberedColumn"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity') and c.relname <> 'schema_migrations'
    order by 2`.execute(db);
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select format('%I.%I', cn.nspname, c.relname) as child, format('%I.%I', pn.nspname, p.relname) as parent
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`.execute(db);
  return sortParentsFirst(tables, references);
}

function sortParentsFirst(
  tables: readonly CopiedTable[],
  references: readonly { child: string; parent: string }[],
): CopiedTable[] {
  const sorted = new Set<CopiedTable>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const placed = new Set([...sorted].map((table) => table.sqlName));
    const ready = waiting.filter((table) =>
      references.every(({ child, parent }) => child !== table.sqlName || placed.has(parent)),
    );
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.');
    for (const table of ready) sorted.add(table);
    waiting = waiting.filter((table) => !sorted.has(table));
  }
  return [...sorted];
}

/**
 * Writes every table of the program as gzipped lines of JSON (`SCHEMA.NAME.ndjson.gz`) into
 * `folder`, all as of one moment. The form is the same on both engines, so a copy of the embedded
 * database can be loaded into PostgreSQL.
 *
 * @returns tables and rows written.
 */
export async function dumpTables(
  db: Kysely<Tables>,
  folder: string,
  onTable: (done: number, total: number, name: string) => void,
  signal: AbortSignal,
): Promise<{ tables: number; rows: number }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const tables = await listTables(trx);
      let rows = 0;
      for (const [index, table] of tables.entries()) {
        onTable(index, tables.length, table.name);
        const lines = Readable.from(readRows(trx, table, (count) => (rows += count)));
        const path = join(folder, `${table.name}.ndjson.gz`);
        const file = createWriteStream(path, { flush: true, mode: 0o600 });
        await pipeline(lines, createGzip(), file, { signal });
      }
      onTable(tables.length, tables.length, '');
      return { tables: tables.length, rows };
    });
}

async function* readRows(
  trx: Transaction<Tables>,
  { sqlName }: CopiedTable,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  await sql`declare copied no scroll cursor for select row_to_json(t)::text as line from ${sql.raw(sqlName)} t`.execute(
    trx,
  );
  try {
    for (;;) {
      const { rows } = await sql<{
        line: string;
      }>`fetch ${sql.lit(ROWS_AT_ONCE)} from copied`.execute(trx);
      if (rows.length === 0) return;
      count(rows.length);
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  } finally {
    await sql`close copied`.execute(trx);
  }
}

/**
 * Replaces every row of the program's tables by those that `dumpTables` wrote to `folder`, in one
 * transaction: when it fails, the database is as before.
 *
 * @returns rows loaded.
 * @throws when a table's file is missing or damaged.
 */
export async function loadTables(
  db: Kysely<Tables>,
  folder: string,
  onTable: (done: number, total: number, name: string) => void,
  signal: AbortSignal,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const tables = await listTables(trx);
    await sql`truncate ${sql.raw(tables.map((table) => table.sqlName).join(', '))}`.execute(trx);
    let rows = 0;
    for (const [index, table] of tables.entries()) {
      onTable(index, tables.length, table.name);
      for await (const lines of readBatches(join(folder, `${table.name}.ndjson.gz`))) {
        signal.throwIfAborted();
        await insert(trx, table, lines);
        rows += lines.length;
      }
      await continueNumbers(trx, table);
    }
    onTable(tables.length, tables.length, '');
    return rows;
  });
}

async function insert(
  trx: Transaction<Tables>,
  { sqlName }: CopiedTable,
  lines: readonly string[],
): Promise<void> {
  const columns = await listWritableColumns(trx, sqlName);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.raw(sqlName)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.raw(sqlName)}, ${`[${lines.join(',')}]`}::json)`.execute(
    trx,
  );
}

async function listWritableColumns(trx: Transaction<Tables>, sqlName: string): Promise<string[]> {
  const { rows } = await sql<{ attname: string }>`
    select attname from pg_attribute
    where attrelid = ${sqlName}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(trx);
  return rows.map(({ attname }) => attname);
}

async function continueNumbers(
  trx: Transaction<Tables>,
  { sqlName, numberedColumn }: CopiedTable,
): Promise<void> {
  if (numberedColumn === null) return;
  await sql`select setval(pg_get_serial_sequence(${sqlName}, ${numberedColumn}),
    (select coalesce(max(${sql.ref(numberedColumn)}), 0) + 1 from ${sql.raw(sqlName)}), false)`.execute(
    trx,
  );
}

async function* readBatches(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path);
  const text = createGunzip();
  // A pipe does not hand errors on.
  file.on('error', (error) => text.destroy(error));
  let batch: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: file.pipe(text) })) {
    batch.push(line);
    characters += line.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
