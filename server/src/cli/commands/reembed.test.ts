import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTempFileStore } from '../../../test/temp-file-store.ts';
import { createExtractor } from '../../knowledge/extract/create-extractor.ts';
import { createLetterModel } from '../../knowledge/testing/create-letter-model.ts';
import type { Database } from '../../platform/db/database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Services } from '../../services.ts';
import { UsageError, type Report } from '../operator-command.ts';
import { reembedCommand } from './reembed.ts';

let database: Database;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  const files = await createTempFileStore();
  const log = pino({ level: 'silent' });
  const ingest = {
    db: database.db,
    files,
    extract: createExtractor(),
    jobs: createRecordingJobQueue(),
    clock: systemClock,
    log,
  };
  services = { database, files, ingest, encoder: undefined, log } as unknown as Services;
});
afterAll(() => database.close());

async function addDocument(filename: string, text: string): Promise<string> {
  const key = `${randomUUID()}.txt`;
  await services.files.put(key, Readable.from([Buffer.from(text)]));
  const { id } = await database.db
    .insertInto('documents')
    .values({
      filename,
      kind: 'txt',
      origin: 'upload',
      size_bytes: text.length,
      sha256: randomUUID(),
      storage_key: key,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function run(...args: string[]): Promise<Report[]> {
  const reports: Report[] = [];
  const report = (told: Report) => reports.push(told);
  await reembedCommand.run(services, args, report, new AbortController().signal);
  return reports;
}

const statusOf = async (id: string) =>
  (
    await database.db
      .selectFrom('documents')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.status;

test('[DOC-09] the script makes pending documents Ready, tells how far it is, and what failed', async () => {
  const good = await addDocument('visits.txt', 'An official visit lasts up to two nights.');
  const bad = await addDocument('empty.txt', '   \n ');
  const reports = await run();
  expect(await statusOf(good)).toBe('Ready');
  expect(await statusOf(bad)).toMatch(/^Error: /);
  expect(reports).toContainEqual({
    kind: 'progress',
    label: 'empty.txt',
    done: 1,
    total: 2,
    share: 0.5,
    facts: ['0 pages', '1 passage'],
  });
  const lines = reports.flatMap((told) => (told.kind === 'line' ? [told.text] : []));
  expect(lines[0]).toMatch(/^Done in [\d.]+ s\. 1 passages are searchable\.$/);
  expect(lines[1]).toMatch(/^empty\.txt: Error: /);
});

test('[DOC-09] with nothing pending it says so, and --document reads one again', async () => {
  expect(await run()).toEqual([{ kind: 'line', text: 'Everything is up to date.' }]);
  const id = await addDocument('again.txt', 'A dead period forbids meeting in person.');
  await run('--document', id);
  expect(await statusOf(id)).toBe('Ready');
});

test('[DOC-09] after a change of model --all keeps the passages, renews their vectors and drops the old', async () => {
  await addDocument('calls.txt', 'A coach may call from June on.');
  const encoderOf = (name: string) => {
    const model = createLetterModel(name);
    return { forQuestions: model, forPassages: model, close: () => Promise.resolve() };
  };
  const readPassages = () =>
    database.db.selectFrom('passages').select('id').orderBy('id').execute();
  const readVectors = () =>
    database.db
      .selectFrom('passage_embeddings')
      .select(['passage_id as id', 'model'])
      .orderBy('id')
      .execute();
  services.encoder = encoderOf('old');
  await run('--all');
  const passages = await readPassages();
  expect(await readVectors()).toEqual(passages.map(({ id }) => ({ id, model: 'old' })));
  services.encoder = encoderOf('new');
  const reports = await run('--all');
  expect(await readPassages()).toEqual(passages);
  expect(await readVectors()).toEqual(passages.map(({ id }) => ({ id, model: 'new' })));
  expect(reports.find(({ kind }) => kind === 'line')).toMatchObject({
    text: expect.stringMatching(/ 3 vectors are new\.$/) as string,
  });
});

test.each([
  [['--document']],
  [['--document', 'no-uuid']],
  [['--all', 'x']],
  [['--site', 'no-uuid']],
  [['--everything']],
])('words that make no sense are refused: %j', async (words) => {
  await expect(run(...words)).rejects.toThrow(UsageError);
});
