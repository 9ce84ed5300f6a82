import { identityMigrations } from '@pathway/identity/mount';
import { Client } from 'pg';
import type { Database } from '../../server/src/platform/db/database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { openPostgresDatabase } from '../../server/src/platform/db/open-database.ts';

const MIGRATIONS = new URL('../../server/migrations/', import.meta.url);

/**
 * A database of the server that `TEST_DATABASE_URL` names, which outlives the program, so that filling
 * and measuring may be runs of their own. Made and migrated where it is missing.
 */
export async function openKeptDatabase(name: string): Promise<Database & { url: string }> {
  const url = addressOf(name);
  const { rows } = await asAdmin('select from pg_database where datname = $1', [name]);
  if (rows.length === 0) await asAdmin(`create database ${name}`);
  const database = await openPostgresDatabase(url);
  await migrate(database.db, [
    { name: 'identity', folder: identityMigrations },
    { name: 'app', folder: MIGRATIONS },
  ]);
  return { ...database, url };
}

export async function dropKeptDatabase(name: string): Promise<void> {
  await asAdmin(`drop database if exists ${name} with (force)`);
}

function addressOf(name: string): string {
  const address = process.env['TEST_DATABASE_URL'];
  if (!address) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(statement: string, values: string[] = []) {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}
