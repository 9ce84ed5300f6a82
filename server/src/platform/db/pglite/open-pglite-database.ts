import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { PgliteSession } from './open-pglite.ts';
import { createSingleConnectionPool } from './single-connection-pool.ts';
import { startPgliteWorker } from './start-pglite-worker.ts';

const run = promisify(execFile);
const CHECKPOINT_EVERY_MS = 5 * 60_000;
const VACUUM_EVERY_MS = 24 * 60 * 60_000;

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

/**
 * Takes the data directory for this process alone. PGlite has no lock of its own, and two writers
 * lose rows without a word. The lock is SQLite's exclusive file lock, which the system frees when
 * the process dies, however it dies.
 *
 * @throws StartupError when another process holds the directory or it cannot be written.
 */
export function lockDataDirectory(dataDir: string): { release(): void } {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    file = new DatabaseSync(join(dataDir, 'lock'));
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new StartupError('Data directory is in use by another process.', { cause: error });
    }
    throw new StartupError(`The data directory cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const held = file;
  return { release: () => held.close() };
}

/**
 * PGlite runs neither a checkpointer nor autovacuum, so the server does both: a checkpoint every
 * five minutes and `VACUUM ANALYZE` once a day.
 */
function startMaintenance(
  database: Pick<Database, 'execute'>,
  syncFolder: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const enqueue = (work: () => Promise<unknown>) => {
    running = running.then(work).catch(() => undefined);
  };
  const checkpoint = setInterval(() => {
    enqueue(() => database.execute('CHECKPOINT').then(syncFolder));
  }, CHECKPOINT_EVERY_MS);
  const vacuum = setInterval(() => {
    enqueue(() => database.execute('VACUUM ANALYZE'));
  }, VACUUM_EVERY_MS);
  checkpoint.unref();
  vacuum.unref();
  return {
    async stop() {
      clearInterval(checkpoint);
      clearInterval(vacuum);
      await running;
      await database.execute('CHECKPOINT');
    },
  };
}
