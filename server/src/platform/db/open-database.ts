import type { Database } from './database.ts';
import { openPgliteDatabase } from './pglite/open-pglite-database.ts';
import { openPostgresDatabase } from './postgres/open-postgres-database.ts';

/**
 * Opens PostgreSQL when an address is given, else the embedded database of the data directory.
 *
 * @throws StartupError when it cannot be opened, or another process holds the directory.
 */
export function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Database> {
  return options.databaseUrl === undefined
    ? openPgliteDatabase(options.dataDir)
    : openPostgresDatabase(options.databaseUrl);
}
