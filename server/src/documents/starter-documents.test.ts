import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../test/recording-job-queue.ts';
import { createTempFileStore, type TempFileStore } from '../../test/temp-file-store.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createTestClock } from '../../test/test-clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createDocumentStore } from './document-store.ts';
import { INGEST_DOCUMENT_JOB } from './ingest-document.ts';
import { loadStarterDocuments } from './starter-documents.ts';

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
  });
  afterEach(() => files.remove());
  afterAll(() => database.close());

  const write = (name: string, title: string) => writeFile(join(folder, name), documentOf(title));
  const load = () =>
    loadStarterDocuments(
      { documents: createDocumentStore(database.db), files, jobs, clock: createTestClock() },
      pathToFileURL(folder),
    );
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
});
