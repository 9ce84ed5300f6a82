import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createTestPeople } from '../../../test/create-test-people.ts';
import { startBucket } from '../../../test/bucket/start-bucket.ts';
import { createTempFileStore } from '../../../test/temp-file-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Context } from '../../context.ts';
import { createDocumentStore } from '../../documents/document-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { listOpenToOthers } from '../../platform/files/owner-only.ts';
import { createS3FileStore } from '../../platform/files/s3-file-store.ts';
import { UsageError } from '../operator-command.ts';
import { backupCommand, restoreCommand } from './backup-and-restore.ts';

async function openProduct(engine: Database['engine']): Promise<Context> {
  const database = await createTestDatabase(engine);
  const files = await createTempFileStore();
  onTestFinished(async () => {
    await database.close();
    await files.remove();
  });
  const config = { dataDir: await temporaryFolder() };
  const documents = createDocumentStore(database.db);
  const people = createTestPeople({ database });
  const clock = createTestClock();
  return { database, people, documents, files, config, clock } as unknown as Context;
}

/** A person who asked something hard to write down, and a document with passages and vectors. */
async function fill({ database: { db }, files }: Context): Promise<void> {
  const { id: userId } = await db
    .insertInto('users')
    .values({ provider_user_id: 'p1', email: 'ann@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into profiles (user_id, screen_name, goals, updated_at)
    values (${userId}, ${'Zoë "Z" \\ 🏀'}, ${'a\nb\tc'}, now())`.execute(db);
  const key = `${randomUUID()}.txt`;
  await files.put(key, Readable.from([Buffer.from([0, 255, 10, 13])]));
  const { id: documentId } = await db
    .insertInto('documents')
    .values({
      filename: 'visits.txt',
      kind: 'txt',
      origin: 'upload',
      size_bytes: 4,
      sha256: key,
      storage_key: key,
      tags: ['visits', 'a,b "c"'],
      created_at: new Date('2026-05-01T10:00:00.123Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into passages (document_id, ordinal, title, text)
    select ${documentId}::uuid, n, 'Visits', 'passage ' || n from generate_series(1, 520) n`.execute(
    db,
  );
  await sql`insert into passage_embeddings (passage_id, model, embedding)
    select id, 'm', '[0.5,-1,0.25]' from passages`.execute(db);
  await sql`insert into sections (document_id, heading, ordinal)
    select id, 'When?', 0 from documents union all select null, 'Rowing', 0`.execute(db);
  await sql`insert into known_questions (section_id, language, ordinal, origin, question)
    select id, 'es', 0, 'written', '¿Cuándo?' from sections`.execute(db);
  await sql`insert into section_translations (section_id, language, title, heading, text)
    select id, 'es', 'Visitas', '¿Cuándo?', 'Nunca.' from sections`.execute(db);
  await sql`insert into section_terms (language, term, section_id, frequency, section_length)
    select 'es', 'nunca', id, 1, 3 from sections`.execute(db);
  await sql`insert into section_embeddings (section_id, model, centre)
    select id, 'm', '[0.25,0.5]' from sections`.execute(db);
  await sql`update passages set section_id = s.id from sections s
    where s.document_id = passages.document_id`.execute(db);
}

async function readEverything({ database: { db } }: Context) {
  const read = async (query: string) => (await sql.raw(query).execute(db)).rows;
  return {
    users: await read('select * from users'),
    profiles: await read('select * from profiles'),
    documents: await read('select * from documents'),
    passages: await read('select * from passages order by id'),
    vectors: await read(
      'select passage_id, model, embedding::text from passage_embeddings order by 1',
    ),
    sections: await read(`select * from sections s join known_questions q on q.section_id = s.id
      join section_translations t on t.section_id = s.id
      join section_terms w on w.section_id = s.id
      join section_embeddings e on e.section_id = s.id order by s.id`),
  };
}

const run = (command: typeof backupCommand, context: Context, ...args: string[]) =>
  command.run(context, args, () => undefined, new AbortController().signal);

for (const from of TEST_ENGINES) {
  for (const to of TEST_ENGINES) {
    test(`a copy of ${from} is restored whole into ${to}, and work goes on there`, async () => {
      const source = await openProduct(from);
      await fill(source);
      const folder = join(await temporaryFolder(), 'copy');
      await run(backupCommand, source, folder);
      const target = await openProduct(to);
      await run(restoreCommand, target, folder);
      expect(await readEverything(target)).toEqual(await readEverything(source));
      const [key = ''] = await source.files.listKeys();
      expect(await target.files.listKeys()).toEqual([key]);
      expect(Buffer.from(await target.files.read(key))).toEqual(Buffer.from([0, 255, 10, 13]));
      const { rows } = await sql<{
        id: number;
      }>`insert into passages (document_id, ordinal, title, text)
        select id, 521, 'Visits', 'next' from documents returning id`.execute(target.database.db);
      expect(rows[0]?.id).toBe(521);
    });
  }
}

test('a copy carries files from a folder into a bucket, and back', async () => {
  const [here, back] = [await openProduct('pglite'), await openProduct('pglite')];
  const bucket = await startBucket('pathway/');
  onTestFinished(() => bucket.close());
  const there = { ...(await openProduct('pglite')), files: createS3FileStore(bucket.address) };
  await fill(here);
  const folder = await temporaryFolder();
  await run(backupCommand, here, join(folder, 'there'));
  bucket.faults = ['broken'];
  await run(restoreCommand, there, join(folder, 'there'));
  await run(backupCommand, there, join(folder, 'back'));
  await run(restoreCommand, back, join(folder, 'back'));
  const [key = ''] = await here.files.listKeys();
  expect([...bucket.objects.keys()]).toEqual([`pathway/${key}`]);
  expect(Buffer.from(await back.files.read(key))).toEqual(Buffer.from([0, 255, 10, 13]));
});

test('a bucket that is full changes no row, and what it has already is not sent again', async () => {
  const [source, target] = [await openProduct('pglite'), await openProduct('pglite')];
  await fill(source);
  await source.files.put(`${randomUUID()}.txt`, Readable.from([Buffer.from('second')]));
  const folder = join(await temporaryFolder(), 'copy');
  await run(backupCommand, source, folder);
  const bucket = await startBucket();
  onTestFinished(() => bucket.close());
  const there = { ...target, files: createS3FileStore(bucket.address) };
  const full = { status: 507, code: 'QuotaExceeded' };
  bucket.refusesFiles = full;
  await expect(run(restoreCommand, there, folder)).rejects.toThrow('storage cannot be reached');
  expect((await readEverything(there)).documents).toEqual([]);
  bucket.refusesFiles = undefined;
  bucket.requests.length = 0;
  await run(restoreCommand, there, folder);
  await run(restoreCommand, there, folder, '--replace');
  expect(bucket.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2);
});

test('a copy is for its owner alone, and goes to the data directory unless told otherwise', async () => {
  const context = await openProduct('pglite');
  await run(backupCommand, context);
  const [name = ''] = await readdir(join(context.config.dataDir, 'backups'));
  expect(name).toMatch(/^\d{8}-\d{6}$/);
  const folder = join(context.config.dataDir, 'backups', name);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await expect(run(backupCommand, context, folder)).rejects.toThrow('is not empty');
});

test('a folder that others may enter is closed to them before a copy is written there', async () => {
  const context = await openProduct('pglite');
  await fill(context);
  const folder = join(await temporaryFolder(), 'copy');
  await mkdir(folder);
  await chmod(folder, 0o777);
  await run(backupCommand, context, folder);
  expect(listOpenToOthers(folder)).toEqual([]);
});

test('what is here is replaced only when that is said, and stays when the copy is damaged', async () => {
  const source = await openProduct('pglite');
  await fill(source);
  const folder = join(await temporaryFolder(), 'copy');
  await run(backupCommand, source, folder);
  const target = await openProduct('pglite');
  await fill(target);
  const before = await readEverything(target);
  await expect(run(restoreCommand, target, folder)).rejects.toThrow('add --replace');
  await writeFile(join(folder, 'public.users.ndjson.gz'), gzipSync('{"id":"not a row'));
  await expect(run(restoreCommand, target, folder, '--replace')).rejects.toThrow();
  expect(await readEverything(target)).toEqual(before);
});

test('half a copy, or one of another version, is refused in words', async () => {
  const context = await openProduct('pglite');
  const folder = join(await temporaryFolder(), 'copy');
  await run(backupCommand, context, folder);
  await sql`insert into schema_migrations (set_name, number, name, checksum)
    values ('app', 9999, 'later', 'x')`.execute(context.database.db);
  await expect(run(restoreCommand, context, folder)).rejects.toThrow('another version');
  await rm(join(folder, 'manifest.json'));
  await expect(run(restoreCommand, context, folder)).rejects.toThrow(UsageError);
});
