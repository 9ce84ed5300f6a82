import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { PgliteSession } from './pglite-session.ts';
import { createStatementRunner, PGLITE_PARSERS } from './create-statement-runner.ts';

/**
 * PGlite's own start parameters end in `-F`, which switches fsync off. Ours keep it on and sync the
 * write-ahead log as it is written, so that an acknowledged write is on the disk. Pages are read from
 * memory or a solid disk, so that one read at random costs hardly more than the next one.
 */
function startParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '--wal_sync_method=open_datasync',
    '--random_page_cost=1.1',
  ];
}

/** Opens PGlite in this thread. Without a folder it lives in memory. */
export async function openPglite(folder: string | undefined): Promise<PgliteSession> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder, startParams: startParams() }),
    extensions: { vector },
    parsers: PGLITE_PARSERS,
  });
  return {
    query: createStatementRunner(pglite),
    close: () => pglite.close(),
  };
}
