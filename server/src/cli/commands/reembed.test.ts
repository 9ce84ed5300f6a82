import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { pino } from 'pino';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTempFileStore } from '../../../test/temp-file-store.ts';
import type { Context } from '../../context.ts';
import { createDocumentStore } from '../../documents/document-store.ts';
import { createExtractor } from '../../knowledge/extract/create-extractor.ts';
import { createLetterModel } from '../../knowledge/testing/create-letter-model.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createSiteStore } from '../../sites/site-store.ts';
import { type Report, UsageError } from '../operator-command.ts';
import { createProgress, reembedCommand } from './reembed.ts';

let database: Database;
let context: Context;
beforeAll(async () => {
  database = await createTestDatabase();
  const files = await createTempFileStore();
  const log = pino({ level: 'silent' });
  const ingest = {
    documents: createDocumentStore(database.db),
    files,
    extract: createExtractor(),
    readSections: () => undefined,
    jobs: createRecordingJobQueue(),
    clock: systemClock,
    log,
  };
  const sites = createSiteStore({ ...ingest, db: database.db });
  context = { ...ingest, sites, database, ingest, encoder: undefined } as unknown as Context;
});
afterAll(() => database.close());

async function addDocument(
  filename: string,
  content: string | Uint8Array,
  kind: 'txt' | 'pdf' = 'txt',
): Promise<string> {
  const key = `${randomUUID()}.${kind}`;
  const bytes = Buffer.from(content);
  await context.files.put(key, Readable.from([bytes]));
  const { id } = await database.db
    .insertInto('documents')
    .values({
      filename,
      kind,
      origin: 'upload',
      size_bytes: bytes.length,
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
  await reembedCommand.run(context, args, report, new AbortController().signal);
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
  context.encoder = encoderOf('old');
  await run('--all');
  const passages = await readPassages();
  expect(await readVectors()).toEqual(passages.map(({ id }) => ({ id, model: 'old' })));
  context.encoder = encoderOf('new');
  const reports = await run('--all');
  expect(await readPassages()).toEqual(passages);
  expect(await readVectors()).toEqual(passages.map(({ id }) => ({ id, model: 'new' })));
  expect(reports.find(({ kind }) => kind === 'line')).toMatchObject({
    text: expect.stringMatching(/ 3 vectors are new\.$/) as string,
  });
});

test('[DOC-09] --explain lists under the name of each step what reading left out', async () => {
  const pdf = await PDFDocument.create();
  for (const topic of ['grants', 'loans', 'work', 'fees']) {
    const page = pdf.addPage([600, 800]);
    page.drawText('Handbook of aid', { x: 60, y: 780, size: 10 });
    page.drawText(`A family reads here all about ${topic}.`, { x: 60, y: 600, size: 10 });
    page.drawText(String(pdf.getPageCount()), { x: 300, y: 20, size: 10 });
  }
  const id = await addDocument('aid.pdf', await pdf.save(), 'pdf');
  const explain = async () =>
    (await run('--document', id, '--explain')).flatMap((told) =>
      told.kind === 'line' ? [told.text] : [],
    );
  expect((await explain()).slice(1, 10)).toEqual([
    'Left out as page number: 4',
    '  page 1: 1',
    '  page 2: 2',
    '  page 3: 3',
    '  page 4: 4',
    'Left out as running header or footer: 3',
    '  page 2: Handbook of aid',
    '  page 3: Handbook of aid',
    '  page 4: Handbook of aid',
  ]);
  const plain = await addDocument('plain.txt', 'A visit lasts two nights.');
  const reports = await run('--document', plain, '--explain');
  expect(reports).toContainEqual({ kind: 'line', text: 'Nothing was left out.' });
  const lines = (await run('--document', id)).filter(({ kind }) => kind === 'line');
  expect(JSON.stringify(lines)).not.toContain('Left out');
});

test.each([
  [['--document']],
  [['--document', 'no-uuid']],
  [['--all', 'x']],
  [['--all', '--explain']],
  [['--site', randomUUID(), '--explain']],
  [['--site', 'no-uuid']],
  [['--everything']],
])('words that make no sense are refused: %j', async (words) => {
  await expect(run(...words)).rejects.toThrow(UsageError);
});

function watch(given: { documents: number; makesVectors: boolean }) {
  const clock = { ms: 0 };
  const told: Report[] = [];
  const progress = createProgress({
    ...given,
    report: (one) => told.push(one),
    now: () => clock.ms,
  });
  return { clock, progress, last: () => told.at(-1) };
}

test('[DOC-09] one bar tells file, pages and passages, then rate and time left', () => {
  const { clock, progress, last } = watch({ documents: 2, makesVectors: true });
  progress.read('Guide.pdf');
  expect(last()).toEqual({
    kind: 'progress',
    label: 'Guide.pdf',
    done: 0,
    total: 2,
    share: 0,
    facts: ['0 pages', '0 passages'],
  });
  progress.add({ pages: 1, passages: 80 });
  progress.read('Rules.docx');
  expect(last()).toMatchObject({ share: 0.05, facts: ['1 page', '80 passages'] });
  progress.add({ pages: 17, passages: 120 });
  progress.embed(0, 200);
  expect(last()).toMatchObject({ label: 'texts', share: 0.1, facts: [] });
  clock.ms = 10_000;
  progress.embed(80, 200);
  expect(last()).toMatchObject({ done: 80, total: 200, facts: ['8.0/s', '15 s left'] });
  expect(last()).toHaveProperty('share', expect.closeTo(0.46, 8));
  clock.ms = 100_000;
  progress.embed(100, 200);
  expect(last()).toMatchObject({ facts: ['1.0/s', '2 min left'] });
  clock.ms = 10_000_000;
  progress.embed(101, 200);
  expect(last()).toMatchObject({ facts: ['0.0/s', '2 h 44 min left'] });
  progress.end();
  expect(last()).toEqual({ kind: 'progress', label: 'done', done: 1, total: 1 });
});

test('[DOC-09] without vectors reading is the whole, without documents the vectors are', () => {
  const reading = watch({ documents: 2, makesVectors: false });
  reading.progress.read('Guide.pdf');
  reading.progress.add({ pages: 3, passages: 4 });
  expect(reading.last()).toMatchObject({ share: 0.5 });
  const embedding = watch({ documents: 0, makesVectors: true });
  embedding.progress.embed(1, 4);
  expect(embedding.last()).toMatchObject({ share: 0.25 });
});
