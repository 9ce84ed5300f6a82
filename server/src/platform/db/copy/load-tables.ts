import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import { listTables, type CopiedTable } from './list-tables.ts';

/** About a megabyte of JSON a statement. */
const BATCH_CHARACTERS = 1_000_000;

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
