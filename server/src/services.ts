import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { createLocalFileStore } from './platform/files/create-local-file-store.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { createJobQueue, type RunningJobQueue } from './platform/jobs/create-job-queue.ts';
import { identityMigrations } from '@pathway/identity/mount';

/** Everything that both the server and its operator's scripts stand on. */
export interface Services {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  files: FileStore;
  jobs: RunningJobQueue;
  close(): Promise<void>;
}

/** @throws StartupError in one line for the operator. */
export async function openServices(config: Config, log: Logger): Promise<Services> {
  const database = await openDatabase(config);
  try {
    await migrate(database.db, [
      { name: 'identity', folder: identityMigrations },
      { name: 'app', folder: new URL('../migrations/', import.meta.url) },
    ]);
    const files = await createLocalFileStore(join(config.dataDir, 'files'));
    const jobs = await createJobQueue({ database, names: [], log });
    return {
      config,
      log,
      clock: systemClock,
      database,
      files,
      jobs,
      async close() {
        await jobs.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
