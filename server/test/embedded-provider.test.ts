import { identityMigrations, mountIdentity, type IdentityTables } from '@pathway/identity/mount';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';
import { buildTestApp, TEST_PUBLIC_URL, type TestApp } from './build-test-app.ts';
import { createTestDatabase } from './create-test-database.ts';

const log = { info() {}, warn() {}, error() {} };
let server: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  server = await buildTestApp({
    database,
    limits: { requestsPerMinute: 8 },
    async beforeReady(app) {
      await mountIdentity(app, {
        db: database.db as unknown as Kysely<IdentityTables>,
        publicUrl: TEST_PUBLIC_URL,
        serviceName: 'Pathway',
        sendMail: async () => {},
        clock: { now: () => new Date() },
        log,
        secureCookies: false,
      });
    },
  });
});
afterAll(() => server.close());

test('[IDP-14] a provider on another site may answer by a form, and a form may do nothing else', async () => {
  const headers = {
    'sec-fetch-site': 'cross-site',
    origin: 'https://appleid.apple.com',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const send = (url: string) =>
    server.app.inject({ method: 'POST', url, headers, payload: 'state=s&code=c' });
  const answer = await send('/identity/thirdparty/callback');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    `${TEST_PUBLIC_URL}/identity/thirdparty/callback?state=s&code=c`,
  ]);
  expect((await send('/identity/login')).statusCode).toBe(415);
  expect((await send('/api/user/logout')).statusCode).toBe(403);
});

test('[IDP-12] what the house itself refuses on a flow address is an envelope too', async () => {
  const statuses = new Set<number>();
  for (let call = 0; call < 12; call += 1) {
    const payload = call === 0 ? `"${'x'.repeat(2_000_000)}"` : '{';
    const reply = await server.app.inject({
      method: 'POST',
      url: '/identity/login',
      remoteAddress: '198.51.100.7',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    statuses.add(reply.statusCode);
    expect(reply.json()).toMatchObject({ name: 'error', status: reply.statusCode, actions: {} });
  }
  expect([...statuses]).toEqual([413, 400]);
});
