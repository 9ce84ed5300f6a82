import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp();
  person = await server.signIn({ isAdmin: true });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const REFUSAL = { error: 'Text must not contain null characters.', code: 'nul_character' };

test.each([
  ['a query', '/api/consent/status?version=%00&user_id=ID'],
  ['the name in a query', '/api/consent/status?a%00=1'],
  ['a path', '/api/none/%00'],
  ['the parameter of a path', '/api/admin/logs/%00'],
  ['a page', '/chat%00'],
  ['the query of a page', '/legal/terms?lang=%00'],
  ['a built file', '/assets/%00.js'],
  ['the address of a check', '/healthz?%00'],
])('a NUL in %s is refused', async (_name, url) => {
  for (const who of [person, undefined]) {
    const reply = await server.call(who, { url: url.replace('ID', person.id) });
    expect([reply.statusCode, reply.json()]).toEqual([400, REFUSAL]);
  }
});

test('a NUL in a cookie is refused', async () => {
  const reply = await server.app.inject({
    url: '/api/user/session',
    headers: { cookie: 'theme=dark; hanko=a%00' },
  });
  expect([reply.statusCode, reply.json()]).toEqual([400, REFUSAL]);
});

test('the words of an escaped percent sign are no NUL', async () => {
  const reply = await server.call(person, {
    url: `/api/consent/status?version=%2500&user_id=${person.id}`,
  });
  expect([reply.statusCode, reply.json()]).toEqual([200, { consentGiven: false }]);
});

test.each(['User-Agent', 'Idempotency-Key', 'Cookie', 'X-Language'])(
  'a NUL as such in the header %s does not get in',
  async (name) => {
    const reply = await ask(`GET /healthz HTTP/1.1\r\nHost: x\r\n${name}: a\0b\r\n\r\n`);
    expect(reply).toContain('HTTP/1.1 400 ');
    expect(reply).toContain('"code":"malformed_body"');
  },
);

test('a NUL as such in the address does not get in', async () => {
  const reply = await ask('GET /healthz?\0 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(reply).toContain('HTTP/1.1 400 ');
});

/** Sends bytes as they are, which no client would, and returns what comes back. */
function ask(text: string): Promise<string> {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    let reply = '';
    socket.on('data', (chunk) => (reply += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(reply));
  });
}
