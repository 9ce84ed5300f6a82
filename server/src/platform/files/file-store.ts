import type { Readable } from 'node:stream';

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
  /** Deletes what puts that never ended wrote before a moment; answers how many there were. */
  deleteUnfinished(before: Date): Promise<number>;
  /** Bytes that still fit, or undefined when the store does not know (a bucket). */
  freeBytes(): Promise<number | undefined>;
}
