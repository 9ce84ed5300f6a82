import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createReportPrinter, UsageError } from './operator-command.ts';
import { settleWords } from './run-words.ts';

test('a result goes to the file that the operator named, and to no other', async () => {
  const folder = await temporaryFolder();
  const [questions, file] = [join(folder, 'questions.json'), join(folder, 'answers.json')];
  await writeFile(questions, '{ "ask": ["Why?"] }');
  const { args, resultFile } = settleWords(['ask', questions, '--json', file]);
  expect(args).toEqual(['ask', '{ "ask": ["Why?"] }']);
  const reply = { kind: 'result', text: '{}', path: join(file, '..', 'chosen-by-reply') } as const;
  createReportPrinter(process.stdout, resultFile)(reply);
  expect(await readFile(file, 'utf8')).toBe('{}');
  await expect(readFile(reply.path)).rejects.toThrow('ENOENT');
});

test('a result that nobody asked for is refused', () => {
  const { resultFile } = settleWords(['doctor']);
  const print = createReportPrinter(process.stdout, resultFile);
  expect(() => print({ kind: 'result', text: '{}' })).toThrow('nobody asked for');
});

test('the folder of a copy is the one the operator means, wherever the server stands', () => {
  expect(settleWords(['backup', 'copy']).args).toEqual(['backup', join(process.cwd(), 'copy')]);
  expect(() => settleWords(['ask', '--unknown'])).toThrow(UsageError);
});
