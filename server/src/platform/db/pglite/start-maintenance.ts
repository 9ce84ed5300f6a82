import type { Database } from '../database.ts';

const CHECKPOINT_EVERY_MS = 5 * 60_000;
const VACUUM_EVERY_MS = 24 * 60 * 60_000;

/**
 * PGlite runs neither a checkpointer nor autovacuum, so the server does both: a checkpoint every
 * five minutes and `VACUUM ANALYZE` once a day.
 */
export function startMaintenance(
  database: Pick<Database, 'execute'>,
  syncFolder: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const enqueue = (work: () => Promise<unknown>) => {
    running = running.then(work).catch(() => undefined);
  };
  const checkpoint = setInterval(() => {
    enqueue(() => database.execute('CHECKPOINT').then(syncFolder));
  }, CHECKPOINT_EVERY_MS);
  const vacuum = setInterval(() => {
    enqueue(() => database.execute('VACUUM ANALYZE'));
  }, VACUUM_EVERY_MS);
  checkpoint.unref();
  vacuum.unref();
  return {
    async stop() {
      clearInterval(checkpoint);
      clearInterval(vacuum);
      await running;
      await database.execute('CHECKPOINT');
    },
  };
}
