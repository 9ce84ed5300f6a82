import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { askServer, controlSocketPath, listenForOperator } from './control-socket.ts';
import type { Report } from './operator-command.ts';

async function listen(run: Parameters<typeof listenForOperator>[1]): Promise<string> {
  const path = controlSocketPath(await temporaryFolder());
  const socket = await listenForOperator(path, run);
  onTestFinished(() => socket.close());
  return path;
}

test('a script hears the reports of the server that runs its words', async () => {
  const path = await listen(async (words, report) => {
    report({ kind: 'progress', label: words.join(' '), done: 1, total: 2 });
    report({ kind: 'line', text: 'Done.' });
  });
  const heard: Report[] = [];
  await expect(askServer(path, ['reembed', '--all'], (report) => heard.push(report))).resolves.toBe(
    true,
  );
  expect(heard).toEqual([
    { kind: 'progress', label: 'reembed --all', done: 1, total: 2 },
    { kind: 'line', text: 'Done.' },
  ]);
});

test('a failing command fails the script with its own words', async () => {
  const path = await listen(() => Promise.reject(new Error('There is no such document.')));
  await expect(askServer(path, ['reembed'], () => undefined)).rejects.toThrow(
    'There is no such document.',
  );
});

test('with no server there, the script learns so and can work by itself', async () => {
  const path = controlSocketPath(await temporaryFolder());
  await expect(askServer(path, ['admin', 'list'], () => undefined)).resolves.toBe(false);
});

test('a data directory with a long name gets a socket whose path every system takes', () => {
  const path = controlSocketPath(join('/srv', 'x'.repeat(200)));
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(104);
});
