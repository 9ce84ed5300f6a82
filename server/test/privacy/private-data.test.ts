import { execFile } from 'node:child_process';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../bench/crash/running-server.ts';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';
import { reachAsOtherUser } from '../other-user.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);
const SOURCES = join(import.meta.dirname, '..', '..', 'src');
const OTHERS = 0o077;
const TWO_STARTS_MS = 120_000;

/** A folder that every user of the machine may enter, as most places of data directories are. */
async function publicFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  return folder;
}

async function listAll(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return [folder, ...names.map((name) => join(folder, name))];
}

async function listOpenToOthers(paths: readonly string[]): Promise<string[]> {
  const modes = await Promise.all(paths.map(async (path) => (await lstat(path)).mode));
  return paths.filter((_, index) => ((modes[index] ?? 0) & OTHERS) !== 0);
}

async function runOperatorCommand(dataDir: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [join(SOURCES, 'cli', 'run-operator-command.ts'), ...words],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, EMBEDDING_MODEL: 'none' } },
  );
  return stdout;
}

async function startOn(dataDir: string) {
  const server = await startServer(dataDir, await findFreePort(), { EMBEDDING_MODEL: 'none' });
  onTestFinished(() => server.kill());
  return server;
}

test(
  'no other user of the machine reads or changes what the product keeps, be it new or of an earlier version',
  async () => {
    const dataDir = join(await publicFolder(), 'data');
    const server = await startOn(dataDir);
    await runOperatorCommand(dataDir, 'backup');
    const kept = await listAll(dataDir);
    for (const name of ['postgres/pg_wal', 'files', 'lock', 'control.sock', 'backups']) {
      expect(kept).toContain(join(dataDir, name));
    }
    expect(await listOpenToOthers(kept)).toEqual([]);
    expect(reachAsOtherUser(kept) ?? []).toEqual([]);

    await server.kill();
    await run('chmod', ['-R', 'a+rwX', dataDir]);
    await startOn(dataDir);
    expect(await listOpenToOthers(await listAll(dataDir))).toEqual([]);
    expect(reachAsOtherUser(kept) ?? []).toEqual([]);
    expect(await runOperatorCommand(dataDir, 'doctor')).toContain(
      'ok    data directory: its owner alone can read or change it',
    );
  },
  TWO_STARTS_MS,
);
