import { identityMigrations } from '@pathway/identity/mount';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { createTestPeople } from '../../../test/create-test-people.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { startBucket } from '../../../test/bucket/start-bucket.ts';
import { createTempFileStore } from '../../../test/temp-file-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Context } from '../../context.ts';
import { createDocumentStore } from '../../documents/document-store.ts';
import { embedMissing } from '../../knowledge/index/embed-missing.ts';
import { writeRecogniser } from '../../knowledge/extract/testing/write-recogniser.ts';
import { addDocument } from '../../knowledge/testing/add-document.ts';
import { createLetterModel } from '../../knowledge/testing/create-letter-model.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { createS3FileStore } from '../../platform/files/s3-file-store.ts';
import { createSiteStore } from '../../sites/site-store.ts';
import type { Report } from '../operator-command.ts';
import { doctorCommand } from './doctor.ts';

async function openProduct(config: Partial<Context['config']> = {}): Promise<Context> {
  const database = await createTestDatabase();
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  const files = await createTempFileStore();
  onTestFinished(async () => {
    await database.close();
    await files.remove();
  });
  const publicUrl = 'http://localhost:3000';
  const dataDir = await temporaryFolder();
  return {
    database,
    documents: createDocumentStore(database.db),
    sites: createSiteStore({
      db: database.db,
      jobs: createRecordingJobQueue(),
      clock: createTestClock(),
    }),
    files,
    people: createTestPeople({ database }),
    clock: createTestClock(),
    config: {
      publicUrl,
      dataDir,
      isLocalInstallation: true,
      adminEmails: [],
      trustedProxies: [],
      ...config,
    },
    encoder: undefined,
  } as unknown as Context;
}

async function examine(context: Context): Promise<{ lines: string[]; failure: string }> {
  const lines: string[] = [];
  const report = (entry: Report) => void (entry.kind === 'line' && lines.push(entry.text));
  const failure = await doctorCommand.run(context, [], report, new AbortController().signal).then(
    () => '',
    (error: Error) => error.message,
  );
  return { lines, failure };
}

test('an empty product is said to work, with what is still to be done', async () => {
  const { lines, failure } = await examine(await openProduct());
  expect(failure).toBe('');
  expect(lines).toContain('ok    sign-in: embedded provider');
  expect(lines).toContain('warn  there is no document: every answer will be a refusal');
  expect(lines).toContain(
    'warn  there is no administrator: npm run admin -- grant you@example.org',
  );
  expect(lines.some((line) => line.startsWith('fail'))).toBe(false);
});

test('files are written, read and deleted in the bucket, and what is wrong with it is a fault', async () => {
  const bucket = await startBucket('pathway/');
  onTestFinished(() => bucket.close());
  const context = await openProduct({ bucket: bucket.address });
  const product = { ...context, files: createS3FileStore(bucket.address) };
  const place = `the bucket documents at ${bucket.address.endpoint}`;
  expect((await examine(product)).lines).toContain(`ok    files: 0 in ${place}, all there`);
  expect(bucket.requests.map((request) => request.split(' ', 1)[0])).toEqual(
    expect.arrayContaining(['PUT', 'GET', 'DELETE']),
  );
  expect(bucket.objects.size).toBe(0);
  bucket.refusesFiles = { status: 403, code: 'AccessDenied' };
  const { lines, failure } = await examine(product);
  const sentence = 'does not let this key list, read, write and delete files';
  expect(lines).toContain(
    `fail  files: The bucket documents at ${bucket.address.endpoint} ${sentence}.`,
  );
  expect(failure).toBe('1 of the checks failed.');
});

test('whether scanned pages are recognised is said, and a program that is not there is a fault', async () => {
  const { lines } = await examine(await openProduct());
  expect(lines).toContain('ok    scanned pages are not read; OCR=tesseract would recognise them');
  const { named } = await writeRecogniser('exit 0');
  const works = await examine(await openProduct({ recogniser: named }));
  expect(works.lines).toContain('ok    scanned pages are recognised by tesseract: eng');
  const recogniser = { program: 'tesseract', searchPath: await temporaryFolder() };
  const { lines: absent, failure } = await examine(await openProduct({ recogniser }));
  expect(absent).toContain(
    'fail  scanned pages are not read: tesseract does not run; install tesseract-ocr',
  );
  expect(failure).toBe('1 of the checks failed.');
});

test('what still waits for a vector is counted', async () => {
  const context = await openProduct();
  const model = createLetterModel();
  context.encoder = { forQuestions: model, forPassages: model, close: () => Promise.resolve() };
  const all = 'ok    encoder: works, every passage and section has its vector';
  expect((await examine(context)).lines).toContain(all);
  const sections = [{ heading: 'Who pays?', questions: { en: ['who pays', 'is it free'] } }];
  const { db } = context.database;
  await addDocument(db, { passages: [{ text: 'You do.' }], sections });
  const waiting = 'warn  encoder: works, 1 passages and 1 sections still wait for a vector';
  expect((await examine(context)).lines).toContain(waiting);
  const deps = { db, embeddings: model, ready: undefined, log: pino({ level: 'silent' }) };
  await embedMissing(deps, {}, new AbortController().signal);
  expect((await examine(context)).lines).toContain(all);
});

test('it says by what help is found', async () => {
  const context = await openProduct();
  const clock = createTestClock();
  const letters = createLetterModel();
  const sayWith = async (embed: typeof letters.embed) => {
    const model = { ...letters, embed };
    const guardEncoder = { forQuestions: model, forPassages: model, close: async () => {} };
    const { lines } = await examine({ ...context, clock, guardEncoder });
    return lines.find((line) => line.includes('care: '));
  };
  expect(await sayWith(letters.embed)).toBe(
    'ok    care: help is found by examples and by plain words',
  );
  const slow: typeof letters.embed = async (texts, signal) => {
    clock.advance(1_400);
    return letters.embed(texts, signal);
  };
  expect(await sayWith(slow)).toBe(
    'warn  care: help is found by plain words alone, since the encoder takes 1400 ms for a message; 1000 are waited for',
  );
  const missing = () => Promise.reject(new Error('The sentence encoder is missing.'));
  expect(await sayWith(missing)).toBe(
    'fail  care: help is found by plain words alone: The sentence encoder is missing.',
  );
  expect((await examine(context)).lines).toContain(
    'warn  care: help is found by plain words alone, since EMBEDDING_MODEL is none',
  );
});

test('with a language model it counts the sections of uploads that have generated questions', async () => {
  const chatModel = { provider: 'compatible', model: 'm' } as Context['config']['chatModel'];
  const limits = { questionSections: 2 } as Context['config']['limits'];
  const context = await openProduct({ chatModel, limits });
  const passages = ['Calls', 'Visits', 'Money'].map((heading) => ({
    text: `All about ${heading}.`,
    headingPath: [heading],
  }));
  const questions = { en: ['may they call', 'who calls', 'when do calls begin'] };
  const { db } = context.database;
  await addDocument(db, { passages, sections: [{ heading: 'Calls', questions }] });
  const line = 'ok    uploads: questions generated for 1 of 2 sections';
  expect((await examine(context)).lines).toContain(line);
});

test.each([
  [
    {},
    'warn  mail: none is sent; read sign-in codes on this machine: http://localhost:3000/outbox; set SMTP_URL',
  ],
  [
    { isLocalInstallation: false },
    'warn  mail: none is sent; read sign-in codes on this machine: npm run outbox; set SMTP_URL',
  ],
  [{ smtpUrl: 'smtp://mail.example.org' }, 'ok    mail: sent through SMTP_URL, encrypted'],
])('with %j it says how codes reach people', async (config, line) => {
  expect((await examine(await openProduct(config))).lines).toContain(line);
});

test('a published product is told that its proxy is not named', async () => {
  const published = { publicUrl: 'https://pathway.example.org', isLocalInstallation: false };
  const advice =
    'warn  TRUSTED_PROXIES names no proxy: if there is one, all visitors share the limits of one';
  expect((await examine(await openProduct(published))).lines).toContain(advice);
  const named = { ...published, trustedProxies: ['loopback'] };
  expect((await examine(await openProduct(named))).lines).not.toContain(advice);
});

test('who is being guessed at is named', async () => {
  const context = await openProduct();
  const [id, now] = [randomUUID(), context.clock.now()];
  await context.database.execute(
    `insert into identity.users (id, created_at, updated_at) values ('${id}', now(), now());
     insert into identity.emails (id, user_id, address, is_verified, is_primary, created_at)
       values ('${randomUUID()}', '${id}', 'aim@example.org', true, true, now());
     insert into identity.failures (event, user_id, hour, count) values
       ('login_failed', '${id}', '${now.toISOString()}', 60),
       ('login_failed', '${id}', '${new Date(now.getTime() - 26 * 3_600_000).toISOString()}', 7),
       ('login_failed', null, '${now.toISOString()}', 500)`,
  );
  const { lines } = await examine(context);
  expect(lines).toContain('ok    sign-in failed 560 times in a day');
  expect(lines).toContain('warn  sign-in failed 60 times in a day at the account aim@example.org');
});

test('a lost file and a silent provider fail it', async () => {
  const context = await openProduct({
    publicUrl: 'http://10.0.0.5:3000',
    hankoApiUrl: 'http://127.0.0.1:9',
  });
  await context.database.db
    .insertInto('documents')
    .values({
      filename: 'visits.txt',
      title: 'Visits',
      kind: 'txt',
      origin: 'upload',
      size_bytes: 1,
      sha256: 'x',
      storage_key: 'gone.txt',
      status: 'Error: damaged',
      created_at: new Date(),
    })
    .execute();
  await context.database.db
    .insertInto('deleted_sources')
    .values({
      id: randomUUID(),
      kind: 'document',
      name: 'calls.txt',
      storage_key: 'lost.txt',
      source: '{}',
      deleted_at: new Date(),
    })
    .execute();
  const { lines, failure } = await examine(context);
  expect(failure).toBe('2 of the checks failed.');
  expect(lines).toContain(
    'warn  the file of "calls.txt", deleted lately, is missing: erase it for good under Recently deleted',
  );
  expect(lines).toContain(
    'fail  the file of the document "Visits" is missing: delete the document and upload it again',
  );
  expect(lines).toContain(
    'fail  sign-in: http://127.0.0.1:9/.well-known/jwks.json does not answer; check HANKO_API_URL',
  );
  expect(lines).toContain('warn  1 documents could not be read; the console says why');
  expect(lines.some((line) => line.includes('passkeys need https'))).toBe(true);
});

test('a data directory that others can reach or replace fails it, and it says what to do', async () => {
  const parent = await temporaryFolder();
  const dataDir = join(parent, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const context = await openProduct({ dataDir });
  const shared = join(dataDir, 'shared.txt');
  await writeFile(shared, 'x');
  await chmod(shared, 0o644);
  const text = `other users of this machine can reach 1 files or folders, such as ${shared}`;
  expect((await examine(context)).lines).toContain(
    `fail  data directory: ${text}: chmod -R go-rwx ${dataDir}`,
  );
  await chmod(shared, 0o600);
  await chmod(parent, 0o777);
  expect((await examine(context)).lines).toContain(
    `fail  data directory: every user of this machine can put another in its place, because ${parent} lets everybody write: chmod o-w ${parent}`,
  );
});

test('it says how mail travels', async () => {
  const context = await openProduct();
  const sayOf = async (settings: Partial<Context['config']>) => {
    const config = { ...context.config, ...settings };
    const { lines } = await examine({ ...context, config });
    return lines.find((line) => line.includes('mail: '));
  };
  const encrypted = 'ok    mail: sent through SMTP_URL, encrypted';
  expect(await sayOf({ smtpUrl: 'smtp://mail.example:587' })).toBe(encrypted);
  expect(await sayOf({ smtpUrl: 'smtps://mail.example', smtpAllowCleartext: true })).toBe(
    encrypted,
  );
  expect(await sayOf({ smtpUrl: 'smtp://127.0.0.1' })).toBe(
    'ok    mail: sent through SMTP_URL, on this machine',
  );
  expect(await sayOf({ smtpUrl: 'smtp://mail.example', smtpAllowCleartext: true })).toBe(
    'warn  mail: SMTP_ALLOW_CLEARTEXT lets codes go to SMTP_URL in clear text',
  );
});
