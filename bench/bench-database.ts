import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  replacePassages,
  type TitledPassage,
} from '../server/src/knowledge/index/passage-store.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { createTestDatabase, TEST_ENGINES } from '../server/test/create-test-database.ts';

/** Engines that can be measured here: PGlite always, PostgreSQL when `TEST_DATABASE_URL` names a server. */
export const BENCH_ENGINES = TEST_ENGINES;

/**
 * An empty migrated database of its own, as the product opens it: PGlite in a worker thread over a
 * directory, or a new database of the PostgreSQL server.
 */
export async function openBenchDatabase(engine: Database['engine'] = 'pglite'): Promise<Database> {
  if (engine === 'postgres') return createTestDatabase('postgres');
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const folder = new URL('../server/migrations/', import.meta.url);
  await migrate(database.db, [{ name: 'app', folder }]);
  return {
    ...database,
    async close() {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores a document with its passages by the product's own path. @returns its id. */
export async function addDocument(
  { db }: Database,
  title: string,
  passages: readonly TitledPassage[],
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('documents')
      .values({
        filename: `${title}.md`,
        kind: 'markdown',
        origin: 'upload',
        size_bytes: 0,
        sha256: randomUUID(),
        storage_key: randomUUID(),
        status: 'Ready',
        title,
        created_at: new Date(),
        processed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const counts = await replacePassages(trx, { kind: 'document', id }, passages);
    await trx.updateTable('documents').set(counts).where('id', '=', id).execute();
    return id;
  });
}
