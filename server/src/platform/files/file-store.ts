import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { mkdir, open, readdir, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const INCOMING = 'incoming';

/**
 * Keeps uploaded files under names the server makes, never the uploader's. A key is a UUID with an
 * extension. A put is on the disk, or in the bucket, when its promise resolves.
 */
export interface FileStore {
  /** Stores the whole stream. On failure or abort nothing is left under the key. */
  put(key: string, content: Readable): Promise<void>;
  /** The whole file. Files are at most 25 MB. @throws when the key is absent. */
  read(key: string): Promise<Uint8Array>;
  /** Deleting an absent key is no error. */
  delete(key: string): Promise<void>;
  /** Every key in the store, or those whose file was stored before a moment. */
  listKeys(options?: { storedBefore: Date }): Promise<string[]>;
  /** Deletes what puts that never ended wrote before a moment; returns how many there were. */
  deleteUnfinished(before: Date): Promise<number>;
  /** Bytes that still fit, or undefined when the store does not know (a bucket). */
  freeBytes(): Promise<number | undefined>;
}

/**
 * Files in a local folder. A file is written under `incoming/`, flushed, and only then renamed to
 * its key, so that a key never names half a file.
 */
export async function createLocalFileStore(folder: string): Promise<FileStore> {
  await mkdir(join(folder, INCOMING), { recursive: true });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));

  return {
    async put(key: string, content: Readable) {
      const incoming = `${INCOMING}/${key}`;
      try {
        await disk.putStream(incoming, content);
        await flush(join(folder, incoming));
        await rename(join(folder, incoming), join(folder, key));
        await flush(folder);
      } catch (error) {
        await disk.delete(incoming);
        throw error;
      }
    },
    read: (key) => disk.getBytes(key),
    delete: (key) => disk.delete(key),
    listKeys: (options) => listFiles(folder, options?.storedBefore),
    async deleteUnfinished(before) {
      const names = await listFiles(join(folder, INCOMING), before);
      for (const name of names) await disk.delete(`${INCOMING}/${name}`);
      return names.length;
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function listFiles(folder: string, storedBefore: Date | undefined): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  if (storedBefore === undefined) return names;
  const stats = await Promise.all(
    // A file that has just been deleted, or got its name, is not listed.
    names.map((name) => stat(join(folder, name)).catch(() => undefined)),
  );
  return names.filter((_, index) => (stats[index]?.mtime ?? storedBefore) < storedBefore);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
