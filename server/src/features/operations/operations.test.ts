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

const LOCAL = { url: '/metrics', headers: { host: 'localhost:3000' } };

test('metrics count by route', async () => {
  await server.app.inject('/api/none/person@example.com');
  const { body, statusCode } = await server.app.inject(LOCAL);
  expect(statusCode).toBe(200);
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  );
  expect(body).toContain('process_resident_memory_bytes');
  expect(body).not.toContain('person@example.com');
});

test.each([
  ['from outside', { remoteAddress: '203.0.113.9' }],
  ['through a proxy', { headers: { ...LOCAL.headers, 'x-forwarded-for': '203.0.113.9' } }],
  ['under a public name', { headers: { host: 'pathway.example.org' } }],
  [
    'with a token where none is set',
    { remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer undefined' } },
  ],
])('metrics are for this machine only, and not found %s', async (_name, request) => {
  expect((await server.app.inject({ ...LOCAL, ...request })).statusCode).toBe(404);
});

test('metrics of a published product are for the bearer of its token, from anywhere', async () => {
  const published = await buildTestApp({
    metricsToken: 'a-token-of-sixteen-or-more',
    isLocalInstallation: false,
  });
  const read = async (request: object) =>
    (await published.app.inject({ ...LOCAL, ...request })).statusCode;
  const bear = (token: string) => ({
    headers: { authorization: `Bearer ${token}`, host: 'pathway.example.org' },
    remoteAddress: '203.0.113.9',
  });
  expect(await read({})).toBe(404);
  expect(await read(bear('a-token-of-sixteen-or-moré'))).toBe(404);
  expect(await read(bear('a-token'))).toBe(404);
  expect(await read(bear(''))).toBe(404);
  expect(await read(bear('a-token-of-sixteen-or-more'))).toBe(200);
  await published.close();
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
  const read = async () => (await server.app.inject(LOCAL)).body;
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
