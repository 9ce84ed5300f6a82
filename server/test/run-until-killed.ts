import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../src/platform/db/database.ts';
import { createTestDatabase } from './create-test-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Where a process of its own finds a database: what `openDatabase` takes. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** An empty database of its own, which a process may open that is killed. */
export async function placeDatabase(engine: Database['engine']): Promise<DatabasePlace> {
  const dataDir = await temporaryFolder();
  if (engine === 'pglite') return { dataDir, databaseUrl: undefined };
  const { execute, close } = await createTestDatabase('postgres');
  onTestFinished(close);
  const { rows } = await execute('select current_database() as name');
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = String(rows[0]?.['name']);
  return { dataDir, databaseUrl: url.href };
}

/** Runs a script and kills it in the midst of its work; returns how many lines it had written by then. */
export async function runUntilKilled(
  script: URL,
  { dataDir, databaseUrl }: DatabasePlace,
  afterLines: number,
): Promise<number> {
  const words = databaseUrl === undefined ? [dataDir] : [dataDir, databaseUrl];
  const child = spawn(process.execPath, [fileURLToPath(script), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
    if (lines >= afterLines) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return lines;
}
