import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import { listTables, type CopiedTable } from './list-tables.ts';

const ROWS_AT_ONCE = 500;

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
        const file = createWriteStream(join(folder, `${table.name}.ndjson.gz`), { flush: true });
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
