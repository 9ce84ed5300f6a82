import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../test/recording-job-queue.ts';
import { createTempFileStore, type TempFileStore } from '../../test/temp-file-store.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createTestClock } from '../../test/test-clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createDocumentStore } from './document-store.ts';
import { createExtractor } from '../knowledge/extract/create-extractor.ts';
import { embedMissing } from '../knowledge/index/embed-missing.ts';
import { createLetterModel } from '../knowledge/testing/create-letter-model.ts';
import { INGEST_DOCUMENT_JOB, ingestDocument } from './ingest-document.ts';
import { createSectionReader, loadStarterDocuments } from './starter-documents.ts';
import { createStarterWait } from './starter-reading.ts';

const documentOf = (title: string) =>
  `---\ntitle: ${title}\nauthority: NCAA\nsource_url: https://ncaa.org/\nas_of: 2026-06-24\nreview_by: 2027-01-31\ntags: [visits]\n---\n# ${title}\n\nText.\n`;

describe.each(TEST_ENGINES)('starter documents on %s', (engine) => {
  let database: Database;
  let files: TempFileStore;
  let folder: string;
  let jobs: ReturnType<typeof createRecordingJobQueue>;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    files = await createTempFileStore();
    folder = await temporaryFolder();
    jobs = createRecordingJobQueue();
    await database.db.deleteFrom('documents').execute();
    await database.db.deleteFrom('starter_files').execute();
    await database.db.deleteFrom('sections').execute();
  });
  afterEach(() => files.remove());
  afterAll(() => database.close());

  const write = (name: string, title: string) => writeFile(join(folder, name), documentOf(title));
  const load = () =>
    loadStarterDocuments(
      { documents: createDocumentStore(database.db), files, jobs, clock: createTestClock() },
      pathToFileURL(folder),
    );
  /** Does what the queued jobs would do. */
  async function work(): Promise<string[]> {
    const log = pino({ level: 'silent' });
    const deps = {
      documents: createDocumentStore(database.db),
      files,
      extract: createExtractor(),
      readSections: createSectionReader(pathToFileURL(folder)),
      jobs: createRecordingJobQueue(),
      clock: createTestClock(),
      log,
    };
    const { signal } = new AbortController();
    for (const { payload } of jobs.jobs.splice(0)) {
      await ingestDocument(deps, payload?.['documentId'] ?? '', signal);
    }
    const embeddings = createLetterModel();
    await embedMissing({ db: database.db, embeddings, ready: undefined, log }, {}, signal);
    return embeddings.embedded.toSorted();
  }
  const writeQuestions = async (question: string) => {
    await mkdir(join(folder, 'questions'), { recursive: true });
    await writeFile(
      join(folder, 'questions/01-visits.yaml'),
      `- heading: Who pays?\n  en: { You do: [${question}] }\n  es: { Usted: [¿Quién paga?] }\n`,
    );
  };
  const list = () => database.db.selectFrom('documents').selectAll().orderBy('filename').execute();

  test('are ordinary documents with what their head says, queued for reading once', async () => {
    await write('01-visits.md', 'Visits');
    await write('02-camps.md', 'Camps');
    await write('README.md', 'Not a document');
    await mkdir(join(folder, 'golden'));
    expect(await load()).toBe(2);
    expect(await load()).toBe(0);
    const [visits, camps] = await list();
    expect(visits).toMatchObject({
      filename: '01-visits.md',
      kind: 'markdown',
      origin: 'starter',
      status: 'pending',
      title: 'Visits',
      authority: 'NCAA',
      source_url: 'https://ncaa.org/',
      as_of: '2026-06-24',
      review_by: '2027-01-31',
      tags: ['visits'],
    });
    expect(jobs.jobs).toEqual(
      [visits, camps].map((row) => ({
        name: INGEST_DOCUMENT_JOB,
        payload: { documentId: row?.id },
      })),
    );
    const stored = await files.read(visits?.storage_key ?? '');
    expect(Buffer.from(stored).toString()).toBe(documentOf('Visits'));
  });

  test('that changed replace their document and its file, and keep the tags people gave', async () => {
    await write('01-visits.md', 'Visits');
    await load();
    const [before] = await list();
    await database.db
      .updateTable('documents')
      .set({ tags: ['mine'], status: 'Ready' })
      .execute();
    await write('01-visits.md', 'Visits in 2027');
    expect(await load()).toBe(1);
    const [after, ...others] = await list();
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id,
      title: 'Visits in 2027',
      tags: ['mine'],
      status: 'pending',
    });
    expect(await files.listKeys()).toEqual([after?.storage_key]);
  });

  test('that a later version brings are added beside what the installation holds', async () => {
    await write('01-visits.md', 'Visits');
    await write('02-camps.md', 'Camps');
    await load();
    await database.db.deleteFrom('documents').where('filename', '=', '02-camps.md').execute();
    jobs.jobs.length = 0;
    await write('03-words.md', 'Words');
    expect(await load()).toBe(1);
    expect((await list()).map(({ filename }) => filename)).toEqual(['01-visits.md', '03-words.md']);
    expect(jobs.jobs).toHaveLength(1);
  });

  test('[DOC-10] that an administrator deleted do not come back, changed or not', async () => {
    await write('01-visits.md', 'Visits');
    await load();
    await database.db.deleteFrom('documents').execute();
    expect(await load()).toBe(0);
    await write('01-visits.md', 'Visits in 2027');
    expect(await load()).toBe(0);
    expect(await list()).toEqual([]);
  });

  test('with content that somebody uploaded already are left alone', async () => {
    await write('01-visits.md', 'Visits');
    await load();
    await rename(join(folder, '01-visits.md'), join(folder, '03-visits.md'));
    expect(await load()).toBe(0);
    expect(await list()).toHaveLength(1);
    expect(await files.listKeys()).toHaveLength(1);
  });

  test('leave no file behind when they cannot be stored', async () => {
    await write('01-visits.md', 'Visits');
    jobs.failure = new Error('no more jobs');
    await expect(load()).rejects.toThrow('no more jobs');
    expect(await files.listKeys()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test('whose questions or translation changed are read again, and keep what is the same', async () => {
    await writeFile(
      join(folder, '01-visits.md'),
      `${documentOf('Visits')}\n## Who pays?\n\nYou do.\n`,
    );
    await writeQuestions('do i pay');
    expect(await load()).toBe(1);
    expect(await work()).toEqual(['Visits\nText.', 'Visits\nWho pays?\nYou do.', 'do i pay']);
    expect(await load()).toBe(0);

    await writeQuestions('who pays me');
    expect(await load()).toBe(1);
    expect(await work()).toEqual(['who pays me']);
    expect(await list()).toMatchObject([{ status: 'Ready', passage_count: 2 }]);

    await mkdir(join(folder, 'es'));
    await writeFile(
      join(folder, 'es/01-visits.md'),
      `${documentOf('Visitas')}\n## ¿Quién paga?\n\nUsted.\n`,
    );
    expect(await load()).toBe(1);
    expect(await work()).toEqual([]);
    expect(
      await database.db.selectFrom('section_translations').select(['title', 'text']).execute(),
    ).toEqual([{ title: 'Visitas', text: 'Usted.' }]);
  });

  test('with a fault in their questions stop the start, and nothing of them is stored', async () => {
    await writeFile(
      join(folder, '01-visits.md'),
      `${documentOf('Visits')}\n## Who pays?\n\nYou do.\n`,
    );
    await writeQuestions('do i pay, do I pay?');
    await expect(load()).rejects.toThrow(/01-visits\.yaml:2: .*stands here twice/);
    expect(await list()).toEqual([]);
    expect(await files.listKeys()).toEqual([]);
    await writeQuestions('do i pay');
    expect(await load()).toBe(1);
  });

  test('come with the topics that none of them holds, stored anew when their file changes', async () => {
    await mkdir(join(folder, 'questions'));
    const write = (topic: string) =>
      writeFile(
        join(folder, 'questions/absent.yaml'),
        `- topic: ${topic}\n  en: [can i row]\n  es: [¿Puedo remar?]\n`,
      );
    const listTopics = () =>
      database.db.selectFrom('sections').select(['id', 'heading', 'document_id']).execute();
    await write('Rowing');
    await load();
    const [rowing, ...others] = await listTopics();
    expect(others).toEqual([]);
    expect(rowing).toMatchObject({ heading: 'Rowing', document_id: null });
    await database.db.deleteFrom('known_questions').execute();
    await load();
    expect(await database.db.selectFrom('known_questions').selectAll().execute()).toEqual([]);
    await write('Rowing on lakes');
    await load();
    expect((await listTopics()).map(({ heading }) => heading)).toEqual(['Rowing on lakes']);
    expect(
      await database.db.selectFrom('known_questions').select('question').execute(),
    ).toHaveLength(2);
  });

  describe('that are not read yet', () => {
    const look = vi.fn<() => Promise<string[]>>(() =>
      createDocumentStore(database.db).listReadStarters(),
    );
    beforeEach(() => look.mockClear());
    const open = (limitMs?: number) =>
      createStarterWait({ listReadStarters: look }, pathToFileURL(folder), limitMs);

    test('hold up who asks until each was read, deleted ones and faulty ones aside', async () => {
      const names = ['01-visits.md', '02-camps.md', '03-deleted.md', '04-empty.md'];
      for (const name of names) await write(name, name);
      await load();
      const [, , deleted, empty] = await list();
      const update = database.db.updateTable('documents');
      await update
        .set({ status: 'Error: empty' })
        .where('id', '=', empty?.id ?? '')
        .execute();
      await createDocumentStore(database.db).delete(deleted?.id ?? '', new Date());
      const answered: string[] = [];
      const wait = open();
      const asked = wait(new AbortController().signal).then(() => answered.push('asked'));
      await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1));
      expect(answered).toEqual([]);
      await work();
      await asked;
      // Once is enough: a change of them later holds up nobody.
      await update.set({ status: 'pending' }).execute();
      await wait(new AbortController().signal);
    });

    test('hold up nobody who stops waiting, and nobody for long', async () => {
      await write('01-visits.md', 'Visits');
      const stop = new AbortController();
      const asked = open()(stop.signal);
      stop.abort(new Error('gone'));
      await expect(asked).rejects.toThrow();
      await open(0)(new AbortController().signal);
    });
  });
});
