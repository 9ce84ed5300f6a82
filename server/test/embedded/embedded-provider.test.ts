import { identityMigrations } from '@pathway/identity/mount';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { mountEmbeddedParts } from '../../src/context/mount-embedded-parts.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createLogger } from '../../src/platform/log/create-logger.ts';
import { buildTestApp, TEST_PUBLIC_URL, type TestApp } from '../build-test-app.ts';
import { createTestDatabase } from '../create-test-database.ts';
import { createTestPeople } from '../create-test-people.ts';

const metrics = new Registry();
let server: TestApp;
/** Calls that are limited by address come from one of their own. */
let network = 10;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'test-'));
  const database = await createTestDatabase();
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  server = await buildTestApp({
    database,
    beforeReady: (app) =>
      mountEmbeddedParts(app, {
        config: readConfig({
          PUBLIC_URL: TEST_PUBLIC_URL,
          REQUESTS_PER_MINUTE: '8',
          DATA_DIR: dataDir,
          IDENTITY_SWITCHES: JSON.stringify({ limits: { mailsPerNetworkPerHour: 1 } }),
        }),
        database,
        people: createTestPeople({ database, provider: 'embedded' }),
        clock: systemClock,
        log: createLogger('silent'),
        metrics,
      }),
  });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

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
  expect((await send('/identity/login')).statusCode).toBe(403);
  expect((await send('/api/user/logout')).statusCode).toBe(403);
});

test.each<[string, Record<string, string>, number]>([
  ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
  ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' }, 403],
  ['an old browser on another site', { origin: 'https://evil.test' }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: TEST_PUBLIC_URL }, 401],
  ['no browser', {}, 401],
])(
  '[AUTH-07] a logout at the provider sent by %s answers as promised',
  async (_n, headers, status) => {
    for (const url of ['/identity/logout', '/%69dentity/logout']) {
      const remoteAddress = `198.51.100.${(network += 1)}`;
      const reply = await server.app.inject({ method: 'POST', url, headers, remoteAddress });
      expect(reply.statusCode).toBe(status);
      expect(reply.json()).toMatchObject({ code: status });
    }
  },
);

test('[IDP-16] a step that another site sends is refused with an envelope', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const request = { method: 'POST', url: '/identity/login', headers } as const;
  const reply = await server.app.inject(request);
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toMatchObject({ name: 'error', status: 403, actions: {} });
});

test('[IDP-12] a NUL in an address or a cookie is refused by an envelope on a flow address, and by a code elsewhere', async () => {
  const ask = (method: 'GET' | 'POST', url: string, cookie = 'a=b') =>
    server.app.inject({ method, url, headers: { cookie }, remoteAddress: '198.51.100.9' });
  const flows = [
    await ask('POST', '/identity/login?action=back@%00'),
    await ask('POST', '/identity/login?%00'),
    await ask('POST', '/identity/login', 'hanko=%00'),
  ];
  for (const reply of flows) {
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ name: 'error', status: 400, actions: {} });
  }
  const elsewhere = await ask('GET', '/identity/thirdparty/callback?state=%00');
  expect(elsewhere.json()).toEqual({ code: 400, message: 'Bad Request' });
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

test('[IDP-03] operators see how many codes were not mailed, and which limit was used up', async () => {
  const remoteAddress = '198.51.100.9';
  const post = async (url: string, payload?: object) => {
    const reply = await server.app.inject({ method: 'POST', url, remoteAddress, payload });
    return reply.json<{
      csrf_token: string;
      status: number;
      actions: Record<string, { href: string }>;
    }>();
  };
  const statuses: number[] = [];
  for (const email of ['a@example.org', 'b@example.org']) {
    let reply = await post('/identity/registration');
    for (const [action, input_data] of [
      ['register_client_capabilities', { webauthn_available: false }],
      ['register_login_identifier', { email }],
    ] as const) {
      const { csrf_token } = reply;
      reply = await post(`/identity${reply.actions[action]?.href}`, { input_data, csrf_token });
    }
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([200, 429]);
  const text = await metrics.metrics();
  expect(text).toContain('sign_in_mails_refused_total{budget="network"} 1');
  expect(text).toContain('sign_in_mails_refused_total{budget="installation"} 0');
});
