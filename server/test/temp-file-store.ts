import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../src/platform/files/file-store.ts';

/** A file store in a folder of its own that `remove` deletes. */
export interface TempFileStore extends FileStore {
  /** What `freeBytes` answers. */
  free: number | undefined;
  remove(): Promise<void>;
}

export async function createTempFileStore(): Promise<TempFileStore> {
  const folder = await mkdtemp(join(tmpdir(), 'pathway-files-'));
  const store: TempFileStore = {
    free: undefined,
    async put(key, content) {
      try {
        await pipeline(content, createWriteStream(join(folder, key)));
      } catch (error) {
        await rm(join(folder, key), { force: true });
        throw error;
      }
    },
    read: (key) => readFile(join(folder, key)),
    delete: (key) => rm(join(folder, key), { force: true }),
    listKeys: () => readdir(folder),
    deleteUnfinished: async () => 0,
    freeBytes: async () => store.free,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  return store;
}
