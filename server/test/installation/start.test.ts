import { spawn } from 'node:child_process';
import { chown, lchown, mkdir, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';
import { lockDataDirectory } from '../../src/platform/db/pglite/open-pglite-database.ts';
import { OTHER_USER_ID } from '../other-user.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** Runs the real program until it ends by itself. */
async function runMain(
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const program = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], EMBEDDING_MODEL: 'none', LOG_LEVEL: 'silent', ...env },
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  let text = '';
  program.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => program.once('exit', resolve));
  return { code, text };
}

test('a second process on a data directory ends with one line and 1', async () => {
  const dataDir = await temporaryFolder();
  const lock = lockDataDirectory(dataDir);
  onTestFinished(() => lock.release());
  const { code, text } = await runMain({ DATA_DIR: dataDir, PORT: String(await findFreePort()) });
  expect(text).toBe('Data directory is in use by another process.\n');
  expect(code).toBe(1);
});

test('a taken port ends with one line and 1', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { code, text } = await runMain({ DATA_DIR: await temporaryFolder(), PORT: String(port) });
  expect(text).toBe(`Port ${port} is already in use.\n`);
  expect(code).toBe(1);
});

test('an unreachable DATABASE_URL ends with one line and 1', async () => {
  const { code, text } = await runMain({
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(text).toMatch(/^The database in DATABASE_URL cannot be reached: [^\n]+\n$/);
  expect(code).toBe(1);
});

test('settings at fault end with one line that names them all', async () => {
  const { code, text } = await runMain({ PORT: 'http', SMTP_URL: 'mail.example.org' });
  expect(text).toMatch(/^The settings cannot be used\. [^\n]*PORT[^\n]*SMTP_URL[^\n]*\n$/);
  expect(code).toBe(1);
});

test.each(['folder', 'link to a folder'])(
  'the %s of another user ends with one line and 1',
  async (kind) => {
    const dataDir = join(await temporaryFolder(), 'data');
    if (process.getuid?.() !== 0) await symlink('/', dataDir);
    else if (kind === 'folder') {
      await mkdir(dataDir);
      await chown(dataDir, OTHER_USER_ID, OTHER_USER_ID);
    } else {
      await symlink(await temporaryFolder(), dataDir);
      await lchown(dataDir, OTHER_USER_ID, OTHER_USER_ID);
    }
    const { code, text } = await runMain({ DATA_DIR: dataDir, PORT: String(await findFreePort()) });
    expect(text).toMatch(
      /^The data directory cannot be used: [^\n]+ belongs to another user[^\n]+\n$/,
    );
    expect(code).toBe(1);
  },
);
