import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { JobHandler } from '../platform/jobs/job-queue.ts';
import type { DocumentStore } from './document-store.ts';

/** Deletes files that no document names. */
export const SWEEP_FILES_JOB = 'sweep-files';

const NIGHTLY = '53 3 * * *';
/** An upload takes minutes: a file this old that no row names never gets one. */
const LEFT_BEHIND_AFTER_MS = 86_400_000;

/**
 * Deletes every night what uploads left behind that ended, by a crash say, between their file and
 * its row.
 */
export function createSweepFilesJob(deps: {
  documents: DocumentStore;
  files: FileStore;
  clock: Clock;
  log: Logger;
}): JobHandler {
  const { documents, files, clock, log } = deps;
  return {
    name: SWEEP_FILES_JOB,
    cron: NIGHTLY,
    async handle(_, signal) {
      const before = new Date(clock.now().getTime() - LEFT_BEHIND_AFTER_MS);
      // Before the rows are read: a document stored in between is not among them.
      const old = await files.listKeys({ storedBefore: before });
      const named = new Set((await documents.listFiles()).map(({ storageKey }) => storageKey));
      const leftBehind = old.filter((key) => !named.has(key));
      for (const key of leftBehind) {
        signal.throwIfAborted();
        await files.delete(key);
      }
      const unfinished = await files.deleteUnfinished(before);
      log.info({ event: 'files_swept', leftBehind: leftBehind.length, unfinished });
    },
  };
}
