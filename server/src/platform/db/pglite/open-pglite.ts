import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { PgliteSession } from './pglite-session.ts';
import { PGLITE_PARSERS, runStatement } from './run-statement.ts';

/**
 * PGlite's own start parameters end in `-F`, which switches fsync off. Ours keep it on and sync the
 * write-ahead log as it is written, so that an acknowledged write is on the disk.
 */
function durableStartParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=open_datasync',
  ];
}

/** Opens PGlite in this thread. Without a folder it lives in memory. */
export async function openPglite(folder: string | undefined): Promise<PgliteSession> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder, startParams: durableStartParams() }),
    extensions: { vector },
    parsers: PGLITE_PARSERS,
  });
  return {
    query: (sql, values) => runStatement(pglite, sql, values),
    close: () => pglite.close(),
  };
}
