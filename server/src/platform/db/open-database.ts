import { Kysely, PostgresDialect } from 'kysely';
import { types } from 'pg';
import { StartupError } from '../startup-error.ts';
import type { Database } from './database.ts';
import { openPgliteDatabase } from './pglite/open-pglite-database.ts';
import { openPrimaryPool } from './primary-pool.ts';
import type { Tables } from './tables.ts';

/**
 * Opens PostgreSQL when an address is given, else the embedded database of the data directory.
 *
 * @throws StartupError when it cannot be opened, or another process holds the directory.
 */
export function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  return options.databaseUrl === undefined
    ? openPgliteDatabase(options.dataDir)
    : openPostgresDatabase(options.databaseUrl);
}

/**
 * PostgreSQL 15 or newer with pgvector, over a pool of ten connections, to whichever takes writes of
 * the hosts that the address names.
 *
 * @throws StartupError when the server cannot be reached within 5 seconds.
 */
export async function openPostgresDatabase(databaseUrl: string): Promise<Database> {
  // Both engines give `bigint` as a number and `date` as `YYYY-MM-DD`.
  types.setTypeParser(types.builtins.INT8, Number);
  types.setTypeParser(types.builtins.DATE, (text) => text);
  const pool = openPrimaryPool(databaseUrl);
  const execute: Database['execute'] = async (statement, values) => {
    const client = await pool.connect();
    try {
      return await (values === undefined
        ? client.query(statement)
        : client.query(statement, [...values]));
    } finally {
      client.release();
    }
  };
  try {
    await execute('select 1');
  } catch (error) {
    await pool.end();
    throw new StartupError(`The database in DATABASE_URL cannot be reached: ${reason(error)}`, {
      cause: error,
    });
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    engine: 'postgres',
    execute,
    close: () => (closing ??= db.destroy()),
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return error.message || code || error.name;
}
