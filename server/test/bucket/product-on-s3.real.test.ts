import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedUp, signUpOverHttp } from '../../../e2e/support/http-client.ts';
import { type RunningProduct, startProduct } from '../proxies/start-product.ts';
import { S3_KEY, type S3Server, startS3Server } from './start-s3-server.ts';

const ADMIN = 'admin@example.org';
const PREPARATION_LIMIT_MS = 600_000;

let server: S3Server;
let folder: string;
let bucket: Record<string, string>;
/** Its starter documents came from a copy of a product that keeps files in a folder. */
let product: RunningProduct;
let admin: SignedUp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'on-s3-'));
  server = await startS3Server(process.env['REAL_S3'] ?? '');
  bucket = {
    FILES_URL: `s3://${server.bucket}/pathway?endpoint=http://127.0.0.1:${server.port}`,
    FILES_ACCESS_KEY_ID: S3_KEY.id,
    FILES_SECRET_ACCESS_KEY: S3_KEY.secret,
  };
  const before = await startProduct({});
  await before.runScript('backup', join(folder, 'there'));
  await before.stop();
  await runScript('on-s3', bucket, 'restore', join(folder, 'there'));
  product = await startProduct({ ...bucket, ADMIN_EMAILS: ADMIN }, join(folder, 'on-s3'));
  const readCode = async () => {
    const mails = await product.runScript('outbox');
    return /^Subject: .*?(\d{6})/m.exec(mails)?.[1] ?? '';
  };
  const url = `http://127.0.0.1:${product.port}`;
  admin = await signUpOverHttp({ url, readCode }, { email: ADMIN });
  await admin.acceptTerms();
}, PREPARATION_LIMIT_MS);
afterAll(async () => {
  await product.stop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator's script prints beside a data directory of the test, with these settings. */
async function runScript(
  name: string,
  settings: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const script = join(import.meta.dirname, '..', '..', 'src', 'cli', 'run-operator-command.ts');
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, name), ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], { env });
  return stdout;
}

async function upload(filename: string, text: string): Promise<{ status: number; id: string }> {
  const form = new FormData();
  form.set('file', new Blob([text]), filename);
  const reply = await admin.call('POST', '/api/admin/docs/upload', form);
  const { document } = (await reply.json()) as { document?: { id: string } };
  return { status: reply.status, id: document?.id ?? '' };
}

const statusOf = async (id: string) => {
  const reply = await admin.call('GET', '/api/admin/docs');
  const { documents } = (await reply.json()) as { documents: { id: string; status: string }[] };
  return documents.find((document) => document.id === id)?.status;
};
const countFiles = async () => {
  const found = await product
    .runScript('doctor')
    .catch((error: { stdout: string }) => error.stdout);
  return Number(/files: (\d+) in the bucket school-files/.exec(found)?.[1]);
};

test('files come from a folder by a copy, and all are there', async () => {
  const files = await readdir(join(folder, 'there', 'files'));
  expect(await countFiles()).toBe(files.length);
  expect(await readdir(join(folder, 'on-s3', 'files')).catch(() => 'no folder')).toBe('no folder');
});

test('a document is uploaded, read, deleted, restored, and erased with its file', async () => {
  const before = await countFiles();
  const { id } = await upload('visits.txt', 'Rowing coaches may call from June 15 on.');
  await expect.poll(() => statusOf(id)).toBe('Ready');
  expect(await countFiles()).toBe(before + 1);
  expect((await admin.call('DELETE', `/api/admin/docs/${id}`)).ok).toBe(true);
  const restored = await admin.call('POST', `/api/admin/docs/deleted/${id}/restore`);
  expect(restored.ok).toBe(true);
  await expect.poll(() => statusOf(id)).toBe('Ready');
  await admin.call('DELETE', `/api/admin/docs/${id}`);
  expect((await admin.call('DELETE', `/api/admin/docs/deleted/${id}`)).ok).toBe(true);
  expect(await countFiles()).toBe(before);
});

test('with the server away uploads are refused in words, all else goes on, and nothing is left', async () => {
  await server.stop();
  expect((await upload('away.txt', 'Nobody takes this.')).status).toBe(503);
  expect((await admin.call('GET', '/readyz')).ok).toBe(true);
  const { stdout } = await product.runScript('doctor').then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  );
  expect(stdout).toMatch(/fail {2}files: .* cannot be reached \(ECONNREFUSED\)/);
  const copying = product.runScript('backup', join(folder, 'half'));
  await expect(copying).rejects.toThrow('cannot be reached (ECONNREFUSED)');
  await server.start();
  const { status, id } = await upload('away.txt', 'Nobody takes this.');
  expect(status).toBe(200);
  await expect.poll(() => statusOf(id)).toBe('Ready');
});

test('a product does not start on a bucket that refuses its first files, and says why', async () => {
  const wrong = { ...bucket, FILES_SECRET_ACCESS_KEY: 'another' };
  const started = startProduct(wrong, join(folder, 'new'));
  await expect(started.then((empty) => empty.untilDocumentsAreRead())).rejects.toThrow(
    'look at FILES_SECRET_ACCESS_KEY',
  );
});

test('files go back to a folder by a copy', async () => {
  await product.runScript('backup', join(folder, 'back'));
  await runScript('in-a-folder', {}, 'restore', join(folder, 'back'));
  const copied = join(folder, 'back', 'files');
  const names = (await readdir(copied)).toSorted();
  expect(names.length).toBeGreaterThan(10);
  const kept = join(folder, 'in-a-folder', 'files');
  expect((await readdir(kept)).filter((name) => name !== 'incoming').toSorted()).toEqual(names);
  for (const name of names) {
    expect(await readFile(join(kept, name))).toEqual(await readFile(join(copied, name)));
  }
});
