import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { migrate } from '../src/platform/db/migrate.ts';
import { wrapPgliteSession } from '../src/platform/db/pglite/open-pglite-database.ts';
import {
  createStatementRunner,
  PGLITE_PARSERS,
  type PgliteSession,
} from '../src/platform/db/pglite/open-pglite.ts';

const CACHE = new URL('../../.cache/', import.meta.url);
const OPTIONS = { extensions: { vector }, parsers: PGLITE_PARSERS };

/**
 * A migrated database in memory. Making one takes seconds of computing, copying one a fraction, so
 * the first is kept under `.cache` for as long as the migrations are the same.
 */
export async function openMigratedPglite(migrations: URL): Promise<PgliteSession> {
  const copy = new URL(`test-database-${await digestOf(migrations)}.tar`, CACHE);
  const kept = await readFile(copy).catch(() => undefined);
  if (kept !== undefined) return openSession(new Blob([new Uint8Array(kept)]));
  const made = await PGlite.create(OPTIONS);
  await migrate(wrapPgliteSession(sessionOf(made)).db, [{ name: 'app', folder: migrations }]);
  const content = await made.dumpDataDir('none');
  await made.close();
  await keep(copy, new Uint8Array(await content.arrayBuffer()));
  return openSession(content);
}

async function openSession(loadDataDir: Blob): Promise<PgliteSession> {
  return sessionOf(await PGlite.create({ ...OPTIONS, loadDataDir }));
}

function sessionOf(pglite: PGlite): PgliteSession {
  return {
    query: createStatementRunner(pglite),
    close: () => pglite.close(),
  };
}

async function digestOf(migrations: URL): Promise<string> {
  const hash = createHash('sha256').update(import.meta.resolve('@electric-sql/pglite'));
  for (const name of (await readdir(migrations)).toSorted()) {
    hash.update(name).update(await readFile(new URL(name, migrations)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Several test processes may make the same copy; each is whole when it gets its name. */
async function keep(path: URL, content: Uint8Array): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = new URL(`${path.href}.${randomUUID()}`);
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}
