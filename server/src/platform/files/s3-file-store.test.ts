import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBucket, type TestBucket } from '../../../test/bucket/start-bucket.ts';
import { AppError } from '../app-error.ts';
import { createS3FileStore, explainStorage } from './s3-file-store.ts';

const AT_ONCE = { pausesMs: [0, 0] };

let bucket: TestBucket;
beforeEach(async () => {
  bucket = await startBucket('pathway/');
});
afterEach(() => bucket.close());

const open = () => createS3FileStore(bucket.address, AT_ONCE);
const newKey = () => `${randomUUID()}.txt`;
const textOf = (text: string) => Readable.from([Buffer.from(text)]);
const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a stored file reads back the same under its prefix, is listed, and is gone once deleted', async () => {
  const files = open();
  const key = newKey();
  await files.put(key, Readable.from([Buffer.from('first '), Buffer.from([0, 255])]));
  expect([...bucket.objects.keys()]).toEqual([`pathway/${key}`]);
  expect(Buffer.from(await files.read(key))).toEqual(Buffer.from('first \0\xff', 'latin1'));
  expect(await files.listKeys()).toEqual([key]);
  await files.delete(key);
  await files.delete(key);
  expect(await files.listKeys()).toEqual([]);
});

test('every page of names is read, and what is no name of the product’s is left out', async () => {
  const files = open();
  const keys = Array.from({ length: 5 }, newKey);
  for (const key of keys) await files.put(key, textOf(key));
  const object = { bytes: Buffer.from('x'), storedAt: new Date(0) };
  bucket.objects.set('pathway/photos.zip', object);
  bucket.objects.set(newKey(), object);
  expect((await files.listKeys()).toSorted()).toEqual(keys.toSorted());
});

test('files that were stored before a moment are told from others', async () => {
  const files = open();
  const [old, young] = [newKey(), newKey()];
  for (const key of [old, young]) await files.put(key, textOf('x'));
  const stored = bucket.objects.get(`pathway/${old}`);
  if (stored !== undefined) stored.storedAt = new Date('2026-11-20T00:00:00Z');
  expect(await files.listKeys({ storedBefore: new Date('2026-11-20T00:00:01Z') })).toEqual([old]);
});

test('of a stream that breaks off nothing is sent', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    })(),
  );
  await expect(open().put(newKey(), broken)).rejects.toThrow('cut off');
  expect(bucket.requests).toEqual([]);
});

test('a connection that breaks, or a service that is busy, is asked again', async () => {
  bucket.faults = ['broken', { status: 503, code: 'SlowDown' }];
  const files = open();
  const key = newKey();
  await files.put(key, textOf('kept'));
  expect(bucket.requests).toEqual(Array.from({ length: 3 }, () => `PUT pathway/${key}`));
  expect(Buffer.from(await files.read(key)).toString()).toBe('kept');
});

test('a file that was stored without a word about it is not left', async () => {
  bucket.faults = ['lost', 'lost', 'lost'];
  const error = await catchError(open().put(newKey(), textOf('unknown')));
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'storage_unreachable' });
  expect(bucket.objects.size).toBe(0);
});

test('a service that says nothing is given up, once', async () => {
  bucket.faults = ['silent'];
  const files = createS3FileStore(bucket.address, { ...AT_ONCE, tryLimitMs: 50 });
  const error = await catchError(files.listKeys());
  expect(explainStorage(error)).toMatch(/^The bucket documents at .* took longer than 0\.05 s\.$/);
  // On a busy machine the time may be over before anything arrives.
  expect(bucket.requests.length).toBeLessThan(2);
});

test.each([
  [403, 'InvalidAccessKeyId', 'does not know this key: look at FILES_ACCESS_KEY_ID'],
  [403, 'SignatureDoesNotMatch', 'refuses this key: look at FILES_SECRET_ACCESS_KEY'],
  [403, 'AccessDenied', 'does not let this key list, read, write and delete files'],
  [403, 'RequestTimeTooSkewed', 'the clock of this machine is wrong'],
  [404, 'NoSuchBucket', 'does not exist'],
  [507, 'QuotaExceeded', 'answered with 507 QuotaExceeded'],
])('operators read what %i %s means', async (status, code, sentence) => {
  bucket.refuses = { status, code };
  const files = open();
  const key = newKey();
  for (const act of [
    () => files.put(key, textOf('x')),
    () => files.read(key),
    () => files.delete(key),
    () => files.listKeys(),
  ]) {
    expect(explainStorage(await catchError(act()))).toContain(sentence);
  }
});

test('a service that is not there is named', async () => {
  await bucket.close();
  const reason = explainStorage(await catchError(open().listKeys()));
  expect(reason).toBe(
    `The bucket documents at ${bucket.address.endpoint} cannot be reached (ECONNREFUSED).`,
  );
});

test('a file that is missing is no fault of the bucket', async () => {
  const error = await catchError(open().read(newKey()));
  expect(error).toBeInstanceOf(Error);
  expect(explainStorage(error)).toBeUndefined();
});
