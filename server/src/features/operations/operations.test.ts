import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let isDatabaseLost = false;
beforeAll(async () => {
  const database = await createTestDatabase();
  server = await buildTestApp({
    database: {
      ...database,
      execute: (sql, values) =>
        isDatabaseLost ? Promise.reject(new Error('lost')) : database.execute(sql, values),
    },
  });
});
afterAll(() => server.close());

test('the process is alive, and ready while the database answers', async () => {
  expect((await server.app.inject('/readyz')).statusCode).toBe(200);
  isDatabaseLost = true;
  const unready = await server.app.inject('/readyz');
  expect([unready.statusCode, unready.json<{ code: string }>().code]).toEqual([
    503,
    'service_unavailable',
  ]);
  expect((await server.app.inject('/healthz')).statusCode).toBe(200);
});

test('metrics count by route and are for this machine only', async () => {
  await server.app.inject('/api/none/person@example.com');
  const { body, statusCode } = await server.app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  );
  expect(body).toContain('process_resident_memory_bytes');
  expect(body).not.toContain('person@example.com');
  const outside = { url: '/metrics', remoteAddress: '203.0.113.9' };
  expect((await server.app.inject(outside)).statusCode).toBe(404);
  const proxied = { url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect((await server.app.inject(proxied)).statusCode).toBe(404);
});

test('metrics count the documents by their status, each time anew', async () => {
  const add = (name: string, status: string) =>
    server.database.db
      .insertInto('documents')
      .values({
        filename: name,
        kind: 'txt',
        origin: 'upload',
        size_bytes: 1,
        sha256: name,
        storage_key: name,
        status,
        created_at: new Date(),
      })
      .execute();
  const read = async () => (await server.app.inject('/metrics')).body;
  await add('a.txt', 'pending');
  await add('b.txt', 'Ready');
  await add('c.txt', 'Ready');
  const before = await read();
  expect(before).toContain('documents{status="pending"} 1');
  expect(before).toContain('documents{status="Ready"} 2');
  await server.database.db.updateTable('documents').set({ status: 'Ready' }).execute();
  const after = await read();
  expect(after).not.toContain('documents{status="pending"}');
  expect(after).toContain('documents{status="Ready"} 3');
});
