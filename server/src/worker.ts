import { readConfig } from './config.ts';
import { openContext } from './context.ts';
import { workOnJobs } from './context/work-on-jobs.ts';
import { createLogger } from './platform/log/create-logger.ts';
import { StartupError } from './platform/startup-error.ts';

/** A process that only does background work, beside any number of servers on one PostgreSQL. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    throw new StartupError('A separate worker needs PostgreSQL: set DATABASE_URL.');
  }
  const context = await openContext(config, createLogger(config.logLevel));
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true;
      void context.close();
    });
  }
  await workOnJobs(context).catch((error: unknown) => {
    // Whoever is stopped while starting finds the database closed.
    if (!isStopping) throw error;
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
