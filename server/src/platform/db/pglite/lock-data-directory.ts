import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../startup-error.ts';

/**
 * Takes the data directory for this process alone. PGlite has no lock of its own, and two writers
 * lose rows without a word. The lock is SQLite's exclusive file lock, which the system frees when
 * the process dies, however it dies.
 *
 * @throws StartupError when another process holds the directory or it cannot be written.
 */
export function lockDataDirectory(dataDir: string): { release(): void } {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    file = new DatabaseSync(join(dataDir, 'lock'));
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new StartupError('Data directory is in use by another process.', { cause: error });
    }
    throw new StartupError(`The data directory cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const held = file;
  return { release: () => held.close() };
}
