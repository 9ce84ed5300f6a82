import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/create-test-database.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createTestClock } from '../../test/test-clock.ts';
import { createLocalFileStore } from '../platform/files/file-store.ts';
import { createDocumentStore } from './document-store.ts';
import { createSweepFilesJob } from './sweep-files-job.ts';

const NOW = new Date('2026-11-20T03:53:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

test('files that no document names go after a day, and what an upload may still be writing stays', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const folder = await temporaryFolder();
  const files = await createLocalFileStore(folder);
  const add = async (key: string, hours: number) => {
    await files.put(key, Readable.from([Buffer.from('x')]));
    await utimes(join(folder, key), hoursAgo(hours), hoursAgo(hours));
  };
  await add('named.txt', 48);
  await add('left-behind.txt', 25);
  await add('young.txt', 23);
  for (const [name, hours] of [
    ['cut-off.txt', 25],
    ['arriving.txt', 1],
  ] as const) {
    const path = join(folder, 'incoming', name);
    await writeFile(path, 'half');
    await utimes(path, hoursAgo(hours), hoursAgo(hours));
  }
  await db
    .insertInto('documents')
    .values({
      filename: 'visits.txt',
      kind: 'txt',
      origin: 'upload',
      size_bytes: 1,
      sha256: 'x',
      storage_key: 'named.txt',
      created_at: hoursAgo(48),
    })
    .execute();
  const log = pino({ level: 'silent' });
  const documents = createDocumentStore(db);
  const job = createSweepFilesJob({ documents, files, clock: createTestClock(NOW), log });
  await job.handle({}, new AbortController().signal);
  expect((await files.listKeys()).toSorted()).toEqual(['named.txt', 'young.txt']);
  expect(await files.deleteUnfinished(NOW)).toBe(1);
});

test('what was deleted 30 days ago is erased with its file, and what was deleted later stays', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const folder = await temporaryFolder();
  const files = await createLocalFileStore(folder);
  for (const [key, days] of [
    ['gone.txt', 31],
    ['kept.txt', 29],
  ] as const) {
    await files.put(key, Readable.from([Buffer.from('x')]));
    await utimes(join(folder, key), hoursAgo(24 * 60), hoursAgo(24 * 60));
    await db
      .insertInto('deleted_sources')
      .values({
        id: randomUUID(),
        kind: 'document',
        name: key,
        storage_key: key,
        source: '{}',
        deleted_at: hoursAgo(24 * days),
      })
      .execute();
  }
  const log = pino({ level: 'silent' });
  const documents = createDocumentStore(db);
  const job = createSweepFilesJob({ documents, files, clock: createTestClock(NOW), log });
  await job.handle({}, new AbortController().signal);
  expect(await files.listKeys()).toEqual(['kept.txt']);
  expect((await documents.listDeleted()).map(({ name }) => name)).toEqual(['kept.txt']);
});
