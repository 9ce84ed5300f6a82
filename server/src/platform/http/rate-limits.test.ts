import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let people: Person[];
beforeAll(async () => {
  server = await buildTestApp({
    limits: { requestsPerMinute: 6, publicConsentPerMinute: 2, uploadsPerHour: 2 },
  });
  people = [await server.signIn(), await server.signIn(), await server.signIn({ isAdmin: true })];
});
afterAll(() => server.close());

function read(as: Person | undefined, headers: Record<string, string> = {}) {
  return server.call(as, { method: 'GET', url: '/api/user/session', headers });
}

test('each user has a limit of their own, whatever address they share or claim', async () => {
  const [eager, calm] = people as [Person, Person];
  for (let index = 0; index < 6; index += 1) expect((await read(eager)).statusCode).toBe(200);
  const refused = await read(eager, { 'x-forwarded-for': '203.0.113.7' });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toEqual({
    error: 'Too many requests. Please try again later.',
    code: 'too_many_requests',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await read(calm)).statusCode).toBe(200);
});

test('visitors share the limit of their address, and X-Forwarded-For does not change it', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const response = await server.app.inject({
      url: '/api/user/session',
      remoteAddress: '198.51.100.1',
      headers: { 'x-forwarded-for': `203.0.113.${index}` },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  const elsewhere = await server.app.inject({
    url: '/api/user/session',
    remoteAddress: '198.51.100.2',
  });
  expect(elsewhere.statusCode).toBe(401);
  expect(
    (await server.app.inject({ url: '/healthz', remoteAddress: '198.51.100.1' })).statusCode,
  ).toBe(200);
});

test('behind a trusted proxy the limit is that of the visitor it names, and nobody else names one', async () => {
  const behind = await buildTestApp({
    limits: { requestsPerMinute: 1 },
    trustedProxies: ['uniquelocal'],
  });
  const read = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    const request = { url: '/api/user/session', remoteAddress, headers };
    return (await behind.app.inject(request)).statusCode;
  };
  expect(await read('10.1.2.3', '203.0.113.1')).toBe(401);
  expect(await read('10.1.2.3', '203.0.113.2')).toBe(401);
  expect(await read('10.1.2.3', 'forged, 203.0.113.2')).toBe(429);
  expect(await read('198.51.100.9', '203.0.113.3')).toBe(401);
  expect(await read('198.51.100.9', '203.0.113.4')).toBe(429);
  await behind.close();
});

test('visitors of one IPv6 network share its limit, and its neighbours have their own', async () => {
  const readFrom = async (remoteAddress: string) =>
    (await server.app.inject({ url: '/api/user/session', remoteAddress })).statusCode;
  for (let host = 1; host <= 6; host += 1) {
    expect(await readFrom(`2001:db8:1:2::${host}`)).toBe(401);
  }
  expect(await readFrom('2001:db8:1:2:ffff::7')).toBe(429);
  expect(await readFrom('2001:db8:1:3::1')).toBe(401);
});

function givePublicConsent(remoteAddress = '198.51.100.3') {
  return server.app.inject({ method: 'POST', url: '/api/consent/public', remoteAddress });
}

test('[CONS-04] public consent is limited per address', async () => {
  expect((await givePublicConsent()).statusCode).toBe(400);
  expect((await givePublicConsent()).statusCode).toBe(400);
  expect((await givePublicConsent()).statusCode).toBe(429);
  for (const [host, status] of [400, 400, 429].entries()) {
    expect((await givePublicConsent(`2001:db8:7:7::${host}`)).statusCode).toBe(status);
  }
});

function upload() {
  return server.call(people[2], { method: 'POST', url: '/api/admin/docs/upload' });
}

test('[DOC-07] uploads are limited per administrator', async () => {
  expect((await upload()).statusCode).toBe(415);
  expect((await upload()).statusCode).toBe(415);
  expect((await upload()).statusCode).toBe(429);
});
