import { identityMigrations } from '@pathway/identity/mount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { mountEmbeddedParts } from '../src/mount-embedded-parts.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLogger } from '../src/platform/log/create-logger.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { buildTestApp, TEST_PUBLIC_URL, type TestApp } from './build-test-app.ts';
import { createTestDatabase } from './create-test-database.ts';

let server: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  server = await buildTestApp({
    database,
    beforeReady: (app) =>
      mountEmbeddedParts(app, {
        config: readConfig({ PUBLIC_URL: TEST_PUBLIC_URL, REQUESTS_PER_MINUTE: '8' }),
        database,
        clock: systemClock,
        log: createLogger('silent'),
      }),
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

test('[IDP-12, IDP-16] what the house itself refuses on a flow address is an envelope too, the ninth request of a minute included', async () => {
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
    const isLimited = reply.statusCode === 429;
    expect('retry-after' in reply.headers).toBe(isLimited);
    expect(reply.json().error.code).toBe(isLimited ? 'rate_limit_exceeded' : 'technical_error');
    expect(reply.json()).toMatchObject({ name: 'error', status: reply.statusCode, actions: {} });
  }
  expect([...statuses]).toEqual([413, 400, 429]);
  const elsewhere = {
    method: 'POST',
    url: '/identity/login',
    remoteAddress: '198.51.100.8',
  } as const;
  expect((await server.app.inject(elsewhere)).statusCode).toBe(200);
});
