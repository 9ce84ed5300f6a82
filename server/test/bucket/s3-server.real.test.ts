import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BucketAddress } from '../../src/platform/files/bucket-address.ts';
import { createS3FileStore, explainStorage } from '../../src/platform/files/s3-file-store.ts';
import { layLine, S3_KEY, startS3Server, type S3Server } from './start-s3-server.ts';

const LARGEST_BYTES = 25 * 1024 * 1024;

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server(process.env['REAL_S3'] ?? '');
});
afterAll(() => server.close());

const addressOf = (changes: Partial<BucketAddress> = {}): BucketAddress => ({
  endpoint: `http://127.0.0.1:${server.port}`,
  region: 'us-east-1',
  bucket: server.bucket,
  prefix: `${randomUUID()}/`,
  keyId: S3_KEY.id,
  secret: S3_KEY.secret,
  ...changes,
});
const newKey = () => `${randomUUID()}.pdf`;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing went wrong',
    (error: unknown) => explainStorage(error) ?? String(error),
  );
const streamOf = (bytes: Buffer) =>
  Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]);

test('the largest file is stored and read as it is, listed and deleted', async () => {
  const files = createS3FileStore(addressOf());
  const [key, bytes] = [newKey(), randomBytes(LARGEST_BYTES)];
  await files.put(key, streamOf(bytes));
  expect(bytes.equals(await files.read(key))).toBe(true);
  expect(await files.listKeys()).toEqual([key]);
  expect(await files.listKeys({ storedBefore: new Date(Date.now() - 60_000) })).toEqual([]);
  expect(await files.listKeys({ storedBefore: new Date(Date.now() + 60_000) })).toEqual([key]);
  await files.delete(key);
  await files.delete(key);
  expect(await files.listKeys()).toEqual([]);
  expect(await reasonOf(files.read(key))).toContain('Not found');
});

test('more names than one page holds are listed', async () => {
  const files = createS3FileStore(addressOf());
  const keys = Array.from({ length: 1_100 }, newKey);
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(
      keys.slice(from, from + 50).map((key) => files.put(key, streamOf(Buffer.from(key)))),
    );
  }
  expect((await files.listKeys()).toSorted()).toEqual(keys.toSorted());
});

test('a wrong key, a wrong secret, and a bucket or a server that is gone are told apart', async () => {
  const askWith = (changes: Partial<BucketAddress>) =>
    reasonOf(createS3FileStore(addressOf(changes)).listKeys());
  expect(await askWith({ keyId: 'another' })).toContain('look at FILES_ACCESS_KEY_ID');
  expect(await askWith({ secret: 'another' })).toContain('look at FILES_SECRET_ACCESS_KEY');
  expect(await askWith({ region: 'eu-west-9' })).toContain('region');

  const files = createS3FileStore(addressOf());
  const key = newKey();
  await files.put(key, streamOf(Buffer.from('kept')));
  await server.hideBucket();
  for (const act of [
    () => files.listKeys(),
    () => files.put(newKey(), streamOf(Buffer.from('x'))),
    () => files.read(key),
    () => files.delete(key),
  ]) {
    expect(await reasonOf(act())).toContain(`${server.bucket} at http://127.0.0.1`);
    expect(await reasonOf(act())).toContain('does not exist');
  }
  await server.showBucket();
  await server.stop();
  expect(await reasonOf(files.listKeys())).toContain('cannot be reached (ECONNREFUSED)');
  await server.start();
  expect(Buffer.from(await files.read(key)).toString()).toBe('kept');
});

test('of half an upload nothing is left, whether the line breaks or falls silent', async () => {
  const address = addressOf();
  const files = createS3FileStore(address);
  for (const line of [{ brokenAfter: LARGEST_BYTES / 2 }, { silentAfter: LARGEST_BYTES / 2 }]) {
    const { port, close } = await layLine(server.port, line);
    onTestFinished(close);
    const there = { ...address, endpoint: `http://127.0.0.1:${port}` };
    const far = createS3FileStore(there, { tryLimitMs: 10_000, pausesMs: [10] });
    const reason = await reasonOf(far.put(newKey(), streamOf(randomBytes(LARGEST_BYTES))));
    expect(reason).toMatch('brokenAfter' in line ? 'cannot be reached' : 'took longer than 10 s');
    expect(await files.listKeys()).toEqual([]);
  }
});

test('a slow line carries a file within the limit of a try', async () => {
  const address = addressOf();
  const { port, close } = await layLine(server.port, { bytesPerSecond: 1_000_000 });
  onTestFinished(close);
  const files = createS3FileStore({ ...address, endpoint: `http://127.0.0.1:${port}` });
  const [key, bytes] = [newKey(), randomBytes(5_000_000)];
  const startedAt = performance.now();
  await files.put(key, streamOf(bytes));
  expect(performance.now() - startedAt).toBeGreaterThan(4_000);
  expect(bytes.equals(await createS3FileStore(address).read(key))).toBe(true);
});
