import { DELETED_KEPT_DAYS } from '@pathway/contract/limits';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { JobHandler } from '../platform/jobs/job-queue.ts';
import type { DocumentStore } from './document-store.ts';

/** Erases what was deleted long ago, and files that no document names. */
export const SWEEP_FILES_JOB = 'sweep-files';

const NIGHTLY = '53 3 * * *';
/** An upload takes minutes: a file a day old that no row names never gets one. */
const DAY_MS = 86_400_000;

/**
 * Erases every night the documents and sites that were deleted 30 days ago, with their files, and what uploads
 * left behind that ended, by a crash say, between their file and its row.
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
      const now = clock.now().getTime();
      const before = new Date(now - DAY_MS);
      const erased = await documents.eraseDeletedBefore(new Date(now - DELETED_KEPT_DAYS * DAY_MS));
      // Before the rows are read: a document stored in between is not among them.
      const old = await files.listKeys({ storedBefore: before });
      const kept = [...(await documents.listFiles()), ...(await documents.listDeletedFiles())];
      const named = new Set(kept.map(({ storageKey }) => storageKey));
      const leftBehind = old.filter((key) => !named.has(key));
      for (const key of leftBehind) {
        signal.throwIfAborted();
        await files.delete(key);
      }
      const unfinished = await files.deleteUnfinished(before);
      log.info({ event: 'files_swept', erased, leftBehind: leftBehind.length, unfinished });
    },
  };
}
