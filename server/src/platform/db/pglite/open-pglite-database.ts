import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { StartupError } from '../../startup-error.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import type { PgliteSession } from './pglite-session.ts';
import { createSingleConnectionPool } from './single-connection-pool.ts';
import { startMaintenance } from './start-maintenance.ts';
import { startPgliteWorker } from './start-pglite-worker.ts';

const run = promisify(execFile);

/**
 * The embedded database of a data directory, in a worker thread, held by this process alone.
 *
 * @throws StartupError when the directory is in use or cannot be opened.
 */
export async function openPgliteDatabase(dataDir: string): Promise<Database> {
  const lock = lockDataDirectory(dataDir);
  const folder = join(dataDir, 'postgres');
  let session: PgliteSession;
  try {
    session = await startPgliteWorker(folder);
  } catch (error) {
    lock.release();
    throw new StartupError(
      `The database in the data directory cannot be opened (is the disk full?): ${(error as Error).message}`,
      { cause: error },
    );
  }
  const database = wrapPgliteSession(session);
  const maintenance = startMaintenance(database, () => syncFolder(folder));
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await maintenance.stop();
    await database.close();
    await syncFolder(folder);
    lock.release();
  }
  return { ...database, close: () => (closing ??= close()) };
}

/** A database over an open PGlite session; the caller owns the session's folder and its lock. */
export function wrapPgliteSession(session: PgliteSession): Database {
  const pool = createSingleConnectionPool(session);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    engine: 'pglite',
    async execute(sql, values = []) {
      const client = await pool.connect();
      try {
        return await client.query<Record<string, unknown>>(sql, values);
      } finally {
        client.release();
      }
    },
    close: () => (closing ??= pool.end()),
  };
}

/** Asks the system to write the folder's files out. Systems without `sync -f` flush by themselves. */
async function syncFolder(folder: string): Promise<void> {
  await run('sync', ['-f', folder]).catch(() => undefined);
}
