import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { askServer, listenForOperator } from './control-socket.ts';
import type { Report } from './operator-command.ts';

async function listen(
  run: Parameters<typeof listenForOperator>[1],
  dataDir?: string,
): Promise<string> {
  const folder = dataDir ?? (await temporaryFolder());
  const socket = await listenForOperator(folder, run);
  onTestFinished(() => socket.close());
  return folder;
}

const ignore = () => undefined;

test('a script gets the reports of the server that runs its words', async () => {
  const dataDir = await listen(async (words, report) => {
    report({ kind: 'progress', label: words.join(' '), done: 1, total: 2 });
    report({ kind: 'line', text: 'Done.' });
  });
  const reports: Report[] = [];
  await expect(
    askServer(dataDir, ['reembed', '--all'], (report) => reports.push(report)),
  ).resolves.toBe(true);
  expect(reports).toEqual([
    { kind: 'progress', label: 'reembed --all', done: 1, total: 2 },
    { kind: 'line', text: 'Done.' },
  ]);
});

test('a failing command fails the script with its own words', async () => {
  const dataDir = await listen(() => Promise.reject(new Error('There is no such document.')));
  await expect(askServer(dataDir, ['reembed'], ignore)).rejects.toThrow(
    'There is no such document.',
  );
});

test('with no server there, the script learns so and can work by itself', async () => {
  await expect(askServer(await temporaryFolder(), ['admin', 'list'], ignore)).resolves.toBe(false);
});

test('a data directory with a long name has its socket inside, too', async () => {
  const dataDir = join(await temporaryFolder(), 'x'.repeat(200));
  await mkdir(dataDir, { mode: 0o700 });
  const reports: Report[] = [];
  await listen(async (_, report) => report({ kind: 'line', text: 'Here.' }), dataDir);
  await expect(askServer(dataDir, ['doctor'], (report) => reports.push(report))).resolves.toBe(
    true,
  );
  expect(reports).toEqual([{ kind: 'line', text: 'Here.' }]);
});

test('a socket that another user may have put there is not spoken to', async () => {
  const dataDir = await listen(() => Promise.resolve());
  await chmod(dataDir, 0o777);
  await expect(askServer(dataDir, ['doctor'], ignore)).rejects.toThrow("may be another user's");
  await chmod(dataDir, 0o755);
  await expect(askServer(dataDir, ['doctor'], ignore)).resolves.toBe(true);
});

test('a file in the place of the socket is not spoken to', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'control.sock'), '');
  await expect(askServer(dataDir, ['doctor'], ignore)).rejects.toThrow("may be another user's");
});
