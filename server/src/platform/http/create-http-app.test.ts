import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildTestApp,
  type Person,
  TEST_PUBLIC_URL,
  type TestApp,
} from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp({
    // Long enough for a sign-in on a busy machine, short enough to wait for.
    limits: { bodyTimeoutMs: 3_000, headersTimeoutMs: 3_000, requestTimeoutMs: 10_000 },
    async beforeReady(app) {
      app.get('/api/broken', async () => {
        throw new Error('select * from secrets at /srv/app');
      });
      app.get('/api/lost', async () => {
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      });
    },
  });
  person = await server.signIn();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

function patchProfile(payload: string | object, headers: Record<string, string> = {}) {
  return server.call(person, { method: 'PATCH', url: '/api/user/profile', payload, headers });
}

const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['unreadable JSON', '{"first_name":', 400, 'malformed_body'],
  ['a NUL in a value', '{"first_name":"a\\u0000"}', 400, 'nul_character'],
  ['a NUL in a key', '{"a\\u0000":"x"}', 400, 'nul_character'],
  ['__proto__', '{"__proto__":{"is_admin":true}}', 400, 'malformed_body'],
  ['constructor.prototype', '{"constructor":{"prototype":{}}}', 400, 'malformed_body'],
  ['an array', '[]', 400, 'invalid_request'],
  ['a number', '7', 400, 'invalid_request'],
  ['no body', '', 400, 'invalid_request'],
  ['JSON 30,000 deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400, 'invalid_request'],
  [
    'JSON 10,000 deep with a NUL',
    `${'['.repeat(10_000)}"\\u0000"${']'.repeat(10_000)}`,
    400,
    'nul_character',
  ],
  ['more than 64 KB', JSON.stringify({ goals: 'x'.repeat(66_000) }), 413, 'body_too_large'],
])('[PROF-05] a body with %s is refused', async (_name, payload, status, code) => {
  const response = await patchProfile(payload, JSON_TYPE);
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code]);
});

test('[PROF-05] the words of an escaped backslash are no NUL', async () => {
  const response = await patchProfile('{"first_name":"\\\\u0000"}', JSON_TYPE);
  expect(response.json()).toMatchObject({ first_name: '\\u0000' });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
])('[PROF-05] a body of type %s is 415', async (type) => {
  const response = await patchProfile('{}', { 'content-type': type });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
    415,
    'unsupported_media_type',
  ]);
});

test('[NAV-07] an unknown call is a JSON 404, and so is an address that cannot be read', async () => {
  for (const path of ['/api/none', '/api/%zz']) {
    const response = await server.app.inject(path);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { error: 'Not found', code: 'not_found' },
    ]);
  }
});

test('an unforeseen failure is 500 with a request id and without its text', async () => {
  const response = await server.app.inject('/api/broken');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({
    error: 'Something went wrong on our side.',
    code: 'internal_error',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('a lost database is 503 with Retry-After', async () => {
  const response = await server.app.inject('/api/lost');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
  expect(response.json()).toMatchObject({ error: 'Service temporarily unavailable' });
});

const own = TEST_PUBLIC_URL;
test.each<[string, Record<string, string>, number]>([
  ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
  ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' }, 403],
  ['an address typed in', { 'sec-fetch-site': 'none' }, 403],
  ['an old browser on another site', { origin: 'https://evil.test' }, 403],
  ['an opaque origin', { origin: 'null' }, 403],
  ['a look-alike origin', { origin: `${own}.evil.test` }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: own }, 200],
  ['our own page in an old browser', { origin: own }, 200],
  ['no browser', {}, 200],
])('[AUTH-07] a change sent by %s answers as promised', async (_name, headers, status) => {
  const response = await server.app.inject({ method: 'POST', url: '/api/user/logout', headers });
  const refusal = { error: 'Request refused', code: 'request_refused' };
  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual(status === 403 ? refusal : { success: true });
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('[AUTH-05] reading is not refused across sites, but nobody is allowed to look', async () => {
  const response = await server.app.inject({
    url: '/api/user/session',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  });
  expect(response.statusCode).toBe(401);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

/** Opens a socket, sends the text, then a byte now and then, and returns what came back and when. */
function drip(head: string, byte: string): Promise<{ reply: string; afterMs: number }> {
  const { port } = server.app.server.address() as AddressInfo;
  const start = Date.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    let reply = '';
    const timer = setInterval(() => socket.write(byte), 100);
    socket.on('data', (chunk) => (reply += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ reply, afterMs: Date.now() - start });
    });
  });
}

test('a head that drips in is ended with 408', async () => {
  const { reply, afterMs } = await drip('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
  expect(reply).toContain('408');
  expect(afterMs).toBeLessThan(9_000);
});

test('a body that drips in is ended with 408', async () => {
  const head =
    'POST /api/user/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
  const { reply, afterMs } = await drip(head, ' ');
  expect(reply).toContain('408');
  expect(reply).toContain('request_timeout');
  expect(afterMs).toBeLessThan(9_000);
});

test('what is no HTTP is answered with JSON and a closed connection', async () => {
  const { reply } = await drip('NONSENSE\r\n\r\n', '');
  expect(reply).toContain('400 Bad Request');
  expect(reply).toContain('"code":"malformed_body"');
  for (const line of [
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    'x-frame-options: DENY',
    "content-security-policy: default-src 'none';frame-ancestors 'none';base-uri 'none'",
    'cache-control: no-store',
  ]) {
    expect(reply).toContain(`\r\n${line}\r\n`);
  }
  expect(reply).not.toContain('strict-transport-security');
});
