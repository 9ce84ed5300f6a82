import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../test/recording-job-queue.ts';
import { startBucket } from '../../test/bucket/start-bucket.ts';
import { createTempFileStore, type TempFileStore } from '../../test/temp-file-store.ts';
import { createTestClock } from '../../test/test-clock.ts';
import { createExtractor } from '../knowledge/extract/create-extractor.ts';
import {
  type Extract,
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
} from '../knowledge/extract/extraction-result.ts';
import { EMBED_PASSAGES_JOB } from '../knowledge/index/index-jobs.ts';
import { splitDocument } from '../knowledge/split/split-document.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createS3FileStore } from '../platform/files/s3-file-store.ts';
import { createDocumentStore } from './document-store.ts';
import { GENERATE_QUESTIONS_JOB } from './generate-questions-job.ts';
import { createIngestJob, INGEST_DOCUMENT_JOB, ingestDocument } from './ingest-document.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const clock = createTestClock(new Date('2026-11-20T12:00:00Z'));

describe.each(TEST_ENGINES)('reading a document on %s', (engine) => {
  let database: Database;
  let files: TempFileStore;
  beforeAll(async () => {
    [database, files] = await Promise.all([createTestDatabase(engine), createTempFileStore()]);
  });
  afterAll(async () => {
    await database.close();
    await files.remove();
  });

  const createDeps = (extract: Extract = createExtractor(), store: FileStore = files) => ({
    documents: createDocumentStore(database.db),
    files: store,
    extract,
    readSections: () => undefined,
    jobs: createRecordingJobQueue(),
    clock,
    log,
  });

  async function upload(text: string, filename = 'aid guide.txt'): Promise<string> {
    const storageKey = `${randomUUID()}.txt`;
    await files.put(storageKey, Readable.from([Buffer.from(text)]));
    const { id } = await database.db
      .insertInto('documents')
      .values({
        filename,
        kind: 'txt',
        origin: 'upload',
        size_bytes: text.length,
        sha256: randomUUID(),
        storage_key: storageKey,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const readDocument = (id: string) =>
    database.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst();
  const readTexts = async (id: string) => {
    const rows = await database.db
      .selectFrom('passages')
      .select('text')
      .where('document_id', '=', id)
      .orderBy('ordinal')
      .execute();
    return rows.map(({ text }) => text);
  };
  const countOrphans = async () => {
    const { rows } = await database.execute(
      'select count(*)::int as n from passage_terms where passage_id not in (select id from passages)',
    );
    return rows[0]?.['n'];
  };
  const found = (text: string): Extract => {
    const document = {
      title: 'Found',
      passages: splitDocument({ blocks: [{ kind: 'paragraph', text }] }),
    };
    return () => Promise.resolve({ ok: true, document });
  };

  test('[DOC-09] goes from pending through Processing to Ready, titled by its name, with jobs for its vectors and questions', async () => {
    const id = await upload('A grant is free money.');
    expect((await readDocument(id))?.status).toBe('pending');
    const seen: (string | undefined)[] = [];
    const extract = createExtractor();
    const deps = createDeps(async (file, abort) => {
      seen.push((await readDocument(id))?.status);
      return extract(file, abort);
    });
    await ingestDocument(deps, id, signal);
    expect(seen).toEqual(['Processing']);
    expect(await readDocument(id)).toMatchObject({
      status: 'Ready',
      title: 'aid guide',
      processed_at: clock.now(),
      passage_count: 1,
      word_count: 5,
    });
    expect(await readTexts(id)).toEqual(['A grant is free money.']);
    expect(deps.jobs.jobs).toEqual([
      { name: EMBED_PASSAGES_JOB, payload: { documentId: id } },
      { name: GENERATE_QUESTIONS_JOB, payload: { documentId: id } },
    ]);
  });

  test('[DOC-09] ends with the reason when the file cannot be read, and keeps no passage', async () => {
    const id = await upload('Text.');
    await ingestDocument(createDeps(found('Old text.')), id, signal);
    const reason = EXTRACTION_REASONS.password;
    await ingestDocument(
      createDeps(() => Promise.resolve({ ok: false, reason })),
      id,
      signal,
    );
    expect((await readDocument(id))?.status).toBe('Error: needs a password');
    expect(await readTexts(id)).toEqual([]);
    const empty = await upload('');
    await ingestDocument(createDeps(), empty, signal);
    expect((await readDocument(empty))?.status).toBe('Error: empty');
  });

  test('keeps what is odd about a file that was read, until it is read again', async () => {
    const id = await upload('Text.');
    const warning = EXTRACTION_WARNINGS.holes;
    const blocks = [{ kind: 'paragraph' as const, text: 'Text with holes.' }];
    const document = { title: '', passages: splitDocument({ blocks }), warning };
    await ingestDocument(
      createDeps(() => Promise.resolve({ ok: true, document })),
      id,
      signal,
    );
    expect(await readDocument(id)).toMatchObject({ status: 'Ready', warning });
    await ingestDocument(createDeps(found('Text.')), id, signal);
    expect(await readDocument(id)).toMatchObject({ status: 'Ready', warning: null });
  });

  test('can be repeated, and replaces what it stored', async () => {
    const id = await upload('Text.');
    await ingestDocument(createDeps(found('First version.')), id, signal);
    await ingestDocument(createDeps(found('Second version.')), id, signal);
    await Promise.all([1, 2].map(() => ingestDocument(createDeps(found('Third.')), id, signal)));
    expect(await readTexts(id)).toEqual(['Third.']);
    expect(await readDocument(id)).toMatchObject({ status: 'Ready', passage_count: 1 });
    expect(await countOrphans()).toBe(0);
  });

  test('stores everything or nothing: passages, words and status change together', async () => {
    const id = await upload('Text.');
    await ingestDocument(createDeps(found('Kept version.')), id, signal);
    const deps = createDeps(found('Lost version.'));
    deps.jobs.failure = new Error('no more jobs');
    await expect(ingestDocument(deps, id, signal)).rejects.toThrow('no more jobs');
    expect((await readDocument(id))?.status).toBe('Error: could not be processed');
    expect(await readTexts(id)).toEqual([]);
    expect(await countOrphans()).toBe(0);
    await ingestDocument(createDeps(found('Next version.')), id, signal);
    expect((await readDocument(id))?.status).toBe('Ready');
  });

  test('[DOC-10] a delete during the work wins: nothing of the document remains', async () => {
    const id = await upload('Text.');
    const deps = createDeps(async () => {
      await database.db.deleteFrom('documents').where('id', '=', id).execute();
      return found('Too late.')({ kind: 'txt', bytes: Buffer.alloc(0) }, signal);
    });
    await ingestDocument(deps, id, signal);
    expect(await readDocument(id)).toBeUndefined();
    expect(await readTexts(id)).toEqual([]);
    expect(deps.jobs.jobs).toEqual([]);
    await ingestDocument(createDeps(), id, signal);
    expect(await readTexts(id)).toEqual([]);
  });

  test('[DOC-10] leaves no orphan whenever the delete comes', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await upload('Text.');
      const work = ingestDocument(createDeps(found(`Round ${round} text.`)), id, signal);
      const wait = Promise.withResolvers<void>();
      setTimeout(wait.resolve, round);
      await wait.promise;
      await database.db.deleteFrom('documents').where('id', '=', id).execute();
      await work;
      expect(await readTexts(id)).toEqual([]);
    }
    expect(await countOrphans()).toBe(0);
  });

  test('drops its result when the file was replaced meanwhile', async () => {
    const id = await upload('Text.');
    const deps = createDeps(async () => {
      await database.db
        .updateTable('documents')
        .set({ storage_key: randomUUID(), status: 'pending' })
        .where('id', '=', id)
        .execute();
      return found('Text of the old file.')({ kind: 'txt', bytes: Buffer.alloc(0) }, signal);
    });
    await ingestDocument(deps, id, signal);
    expect(await readTexts(id)).toEqual([]);
    expect((await readDocument(id))?.status).toBe('pending');
  });

  test('drops its result when another process was done with the document meanwhile', async () => {
    const id = await upload('Text.');
    const late: Extract = async (...file) => {
      await ingestDocument(createDeps(found('Text of the first.')), id, signal);
      return found('Text of the last.')(...file);
    };
    const deps = createDeps(late);
    await ingestDocument(deps, id, signal);
    expect(await readTexts(id)).toEqual(['Text of the first.']);
    expect((await readDocument(id))?.status).toBe('Ready');
    expect(deps.jobs.jobs).toEqual([]);
  });

  test('[DOC-09] an abort leaves it to the next start, which finds it and ends it Ready', async () => {
    await database.db.deleteFrom('documents').execute();
    const id = await upload('A grant is free money.');
    const abort = new AbortController();
    const deps = createDeps((file, inner) => {
      abort.abort(new Error('shutting down'));
      return createExtractor()(file, inner);
    });
    await expect(ingestDocument(deps, id, abort.signal)).rejects.toThrow('shutting down');
    expect((await readDocument(id))?.status).toBe('Processing');
    expect(await deps.documents.listPending()).toEqual([id]);
    const job = createIngestJob(createDeps());
    expect(job.name).toBe(INGEST_DOCUMENT_JOB);
    await job.handle({ documentId: id }, signal);
    expect((await readDocument(id))?.status).toBe('Ready');
    expect(await deps.documents.listPending()).toEqual([]);
  });

  test('[DOC-09] a bucket that cannot be reached leaves it to the next try, which ends it Ready', async () => {
    const id = await upload('Text from afar.');
    const bucket = await startBucket();
    await bucket.close();
    const away = createS3FileStore(bucket.address, { pausesMs: [] });
    const reading = ingestDocument(createDeps(createExtractor(), away), id, signal);
    await expect(reading).rejects.toThrow('The file storage cannot be reached.');
    expect((await readDocument(id))?.status).toBe('Processing');
    await ingestDocument(createDeps(), id, signal);
    expect((await readDocument(id))?.status).toBe('Ready');
  });

  test('[DOC-09] a document that no process could read to the end is given up; one that is read is not', async () => {
    const job = createIngestJob(createDeps());
    const stuck = await upload('Coaches may write from June 15.');
    await database.db.updateTable('documents').set({ status: 'Processing' }).execute();
    await job.giveUp?.({ documentId: stuck });
    expect((await readDocument(stuck))?.status).toBe('Error: could not be processed');
    await database.db.updateTable('documents').set({ status: 'Ready' }).execute();
    await job.giveUp?.({ documentId: stuck });
    expect((await readDocument(stuck))?.status).toBe('Ready');
  });
});
