import { PGlite } from '@electric-sql/pglite';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { identityMigrations } from '../src/mount-identity.ts';
import type { IdentityTables } from '../src/store/tables.ts';

/** A migrated database of its own. */
export interface TestDatabase {
  db: Kysely<IdentityTables>;
  close(): Promise<void>;
}

/** A database engine to test on. */
export interface Engine {
  name: 'PGlite' | 'PostgreSQL';
  open(): Promise<TestDatabase>;
}

const cache = new URL('../../.cache/', import.meta.url);
const poolSize = 20;
const url = process.env.TEST_DATABASE_URL;

/** The engines the tests run on: always the embedded one, PostgreSQL when its address is given. */
export const engines: Engine[] = [
  { name: 'PGlite', open: openPglite },
  ...(url ? [{ name: 'PostgreSQL' as const, open: () => openPostgres(url) }] : []),
];

async function openPglite(): Promise<TestDatabase> {
  const pglite = await PGlite.create({ loadDataDir: await loadMigrated() });
  const db = new Kysely<IdentityTables>({ dialect: new PGliteDialect({ pglite }) });
  return { db, close: () => db.destroy() };
}

/**
 * A migrated database to copy. Making one takes seconds of computing, copying one a fraction, so it
 * is kept under `.cache` for as long as the migrations are the same.
 */
async function loadMigrated(): Promise<Blob> {
  const scripts = await readMigrations();
  const digest = createHash('sha256').update(scripts.join('\0')).digest('hex').slice(0, 16);
  const copy = new URL(`identity-test-database-${digest}.tar`, cache);
  const kept = await readFile(copy).catch(() => undefined);
  if (kept) return new Blob([new Uint8Array(kept)]);
  const pglite = await PGlite.create();
  for (const script of scripts) await pglite.transaction((tx) => tx.exec(script));
  const content = await pglite.dumpDataDir('none');
  await pglite.close();
  // Several test processes may make the same copy; each is whole when it gets its name.
  await mkdir(cache, { recursive: true });
  const unfinished = new URL(`${copy.href}.${randomUUID()}`);
  await writeFile(unfinished, new Uint8Array(await content.arrayBuffer()));
  await rename(unfinished, copy);
  return content;
}

async function openPostgres(connectionString: string): Promise<TestDatabase> {
  const name = `identity_${randomUUID().replaceAll('-', '')}`;
  const server = new Client({ connectionString });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const own = new URL(connectionString);
  own.pathname = `/${name}`;
  const pool = new Pool({ connectionString: own.href, max: poolSize, idleTimeoutMillis: 0 });
  // A query that loses its connection fails by itself; the rest end when their database is dropped.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Open connections make parallel requests really parallel; else the first is done before the
  // others have connected.
  const opening = Array.from({ length: poolSize }, () => pool.query('SELECT pg_sleep(0.2)'));
  await Promise.all(opening);
  for (const script of await readMigrations()) await pool.query(script);
  const db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    async close() {
      await db.destroy();
      // A connection that is closed here may live on in the server for a moment.
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

async function readMigrations(): Promise<string[]> {
  const names = (await readdir(identityMigrations)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.toSorted().map((name) => readFile(new URL(name, identityMigrations), 'utf8')),
  );
}
