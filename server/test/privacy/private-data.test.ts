import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
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

/** Of some paths those that others may use; what is gone meanwhile, such as a file that was taken in, nobody may. */
function listOpenToOthers(paths: readonly string[]): string[] {
  const modeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return paths.filter((path) => (modeOf(path) & OTHERS) !== 0);
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
    expect(listOpenToOthers(kept)).toEqual([]);
    expect(reachAsOtherUser(kept) ?? []).toEqual([]);

    await server.kill();
    await run('chmod', ['-R', 'a+rwX', dataDir]);
    await startOn(dataDir);
    expect(listOpenToOthers(await listAll(dataDir))).toEqual([]);
    expect(reachAsOtherUser(kept) ?? []).toEqual([]);
    expect(await runOperatorCommand(dataDir, 'doctor')).toContain(
      'ok    data directory: its owner alone can read or change it',
    );
  },
  TWO_STARTS_MS,
);
