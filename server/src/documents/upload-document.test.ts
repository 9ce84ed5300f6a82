import { expect, test } from 'vitest';
import { startBucket } from '../../test/bucket/start-bucket.ts';
import { buildTestApp } from '../../test/build-test-app.ts';
import { multipartForm } from '../../test/multipart-form.ts';
import { createS3FileStore } from '../platform/files/s3-file-store.ts';

test('[DOC-07] with the bucket away an upload is 503, in words, and leaves nothing', async () => {
  const bucket = await startBucket();
  const files = createS3FileStore(bucket.address, { pausesMs: [] });
  const product = await buildTestApp({ files });
  const uploader = await product.signIn({ isAdmin: true });
  const form = multipartForm({ filename: 'guide.txt', content: 'Plain text.' });
  const send = () =>
    product.call(uploader, { method: 'POST', url: '/api/admin/docs/upload', ...form });
  bucket.faults = ['broken', 'broken'];
  const refused = await send();
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toEqual({
    error: 'The file storage cannot be reached. Please try again later.',
    code: 'storage_unreachable',
  });
  expect(await product.database.db.selectFrom('documents').selectAll().execute()).toEqual([]);
  expect(product.jobs.jobs).toEqual([]);
  expect((await send()).statusCode).toBe(200);
  expect(bucket.objects.size).toBe(1);
  await product.close();
  await bucket.close();
});
