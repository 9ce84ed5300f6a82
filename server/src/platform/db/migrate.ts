import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { StartupError } from '../startup-error.ts';
import type { Tables } from './tables.ts';

/** Numbered SQL files (`0001_name.sql`) of one part of the program. */
export interface MigrationSet {
  name: string;
  folder: URL;
}

interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Any number, the same in every process that migrates this database. */
const ADVISORY_LOCK = 7_305_512;

/**
 * Brings the database up to the given sets, each file in a transaction of its own under an advisory
 * lock, so that several processes may start at once and a killed one leaves nothing half-done.
 *
 * @throws StartupError when the database is newer than the program or an applied file has changed.
 */
export async function migrate(db: Kysely<Tables>, sets: readonly MigrationSet[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
    await sql`create table if not exists schema_migrations (
      set_name text not null, number integer not null, name text not null,
      checksum text not null, applied_at timestamptz not null default now(),
      primary key (set_name, number))`.execute(trx);
  });
  for (const set of sets) {
    const migrations = await readMigrations(set.folder);
    await refuseNewerDatabase(db, set.name, migrations);
    for (const migration of migrations) await apply(db, set.name, migration);
  }
}

/** The migrations that shaped a database, in one order: `SET/NUMBER CHECKSUM`. */
export async function listMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select set_name || '/' || number || ' ' || checksum as line from schema_migrations
    order by set_name, number`.execute(db);
  return rows.map(({ line }) => line);
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const number = FILE_NAME.exec(name)?.[1];
      if (number === undefined) throw new StartupError(`Migration ${name} has no number.`);
      const text = await readFile(new URL(name, ensureSlash(folder)), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: Number(number), name, text, checksum };
    }),
  );
}

function ensureSlash(folder: URL): URL {
  return folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
}

async function refuseNewerDatabase(
  db: Kysely<Tables>,
  setName: string,
  migrations: readonly Migration[],
): Promise<void> {
  const newest = Math.max(0, ...migrations.map((migration) => migration.number));
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where set_name = ${setName} and number > ${newest}
    order by number limit 1`.execute(db);
  if (rows[0] !== undefined) {
    throw new StartupError(
      `The database is newer than this program (it has ${rows[0].name}). Start the newer program.`,
    );
  }
}

async function apply(db: Kysely<Tables>, setName: string, migration: Migration): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
    const { rows } = await sql<{ checksum: string }>`
      select checksum from schema_migrations
      where set_name = ${setName} and number = ${migration.number}`.execute(trx);
    const applied = rows[0];
    if (applied !== undefined && applied.checksum !== migration.checksum) {
      throw new StartupError(`Migration ${migration.name} has changed since it was applied.`);
    }
    if (applied !== undefined) return;
    await sql.raw(migration.text).execute(trx);
    await sql`insert into schema_migrations (set_name, number, name, checksum)
      values (${setName}, ${migration.number}, ${migration.name}, ${migration.checksum})`.execute(
      trx,
    );
  });
}
