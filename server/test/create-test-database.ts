import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openPostgresDatabase } from '../src/platform/db/open-database.ts';
import { wrapPgliteSession } from '../src/platform/db/pglite/open-pglite-database.ts';
import { openMigratedPglite } from './open-migrated-pglite.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** The engines a store test runs on: PGlite always, PostgreSQL when `TEST_DATABASE_URL` names one. */
export const TEST_ENGINES: readonly Database['engine'][] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['pglite'] : ['pglite', 'postgres'];

/** A migrated, empty database of its own; close it when the tests are done. */
export async function createTestDatabase(engine: Database['engine'] = 'pglite'): Promise<Database> {
  if (engine === 'pglite') return wrapPgliteSession(await openMigratedPglite(migrations));
  const database = await createPostgresDatabase();
  await migrate(database.db, [{ name: 'app', folder: migrations }]);
  return database;
}

async function createPostgresDatabase(): Promise<Database> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) throw new Error('TEST_DATABASE_URL is not set.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const database = await openPostgresDatabase(url.href);
  return {
    ...database,
    async close() {
      await database.close();
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
