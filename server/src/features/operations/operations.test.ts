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
