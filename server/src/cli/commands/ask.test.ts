import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { loadOwnDomains } from '../../assistant/own-care.ts';
import type { Context } from '../../context.ts';
import { addDocument } from '../../knowledge/testing/add-document.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Report, UsageError } from '../operator-command.ts';
import { askCommand, type AskedAnswers } from './ask.ts';

async function openProduct(): Promise<Context> {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const unread = { countUnread: async () => 0 };
  return {
    database,
    documents: unread,
    sites: unread,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    own: loadOwnDomains({}),
    config: { web: { assistantName: 'Avery', productName: 'Pathway' } },
  } as unknown as Context;
}

async function run(context: Context, questions: object): Promise<Report[]> {
  const reports: Report[] = [];
  const report = (told: Report) => reports.push(told);
  const { signal } = new AbortController();
  await askCommand.run(context, [JSON.stringify(questions)], report, signal);
  return reports;
}

test('every question of the file is answered, and measured where that is wanted', async () => {
  const context = await openProduct();
  const passages = [{ text: 'Division I requires 16 core courses.' }];
  await addDocument(context.database.db, { title: 'Academics', passages });
  const asked = 'How many core courses does Division I require?';
  const reports = await run(context, { ask: [asked], measure: [asked, 'Who won the cup?'] });
  expect(reports[0]).toEqual({ kind: 'progress', label: 'questions', done: 1, total: 1 });
  const [result] = reports.flatMap((told) => (told.kind === 'result' ? [told.text] : []));
  const { answers, coverages, limits } = JSON.parse(result ?? '') as AskedAnswers;
  expect(answers[0]?.answer.text).toContain('16 core courses. [1]');
  expect(coverages[0]).toBeGreaterThan(coverages[1] ?? 1);
  expect(limits.sure).toBeGreaterThan(limits.floor);
});

test('where nothing is to be found, nothing is asked', async () => {
  await expect(run(await openProduct(), { ask: ['Why?'] })).rejects.toThrow(UsageError);
});

test('a file that holds no questions is refused before anybody is asked', async () => {
  const file = join(await temporaryFolder(), 'questions.json');
  await writeFile(file, '{ "questions": [] }');
  expect(() => askCommand.settle?.([file, '--json', 'out.json'])).toThrow(file);
  expect(() => askCommand.settle?.(['missing.json', '--json', 'out.json'])).toThrow(UsageError);
  expect(() => askCommand.settle?.([file])).toThrow(askCommand.usage);
});
