import { errorReplySchema } from '@pathway/contract/error-reply';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../build-test-app.ts';

/** Calls that would end the sessions of those who try the others, and one that is slow to answer. */
const LEFT_OUT = new Set(['/api/user/logout', '/api/hanko/callback', '/api/user', '/metrics']);

const routes: { method: HTTPMethods; url: string }[] = [];
let server: TestApp;
let people: (Person | undefined)[];
beforeAll(async () => {
  server = await buildTestApp({
    limits: {
      chatPerMinute: 1_000_000,
      chatPerDay: 1_000_000,
      publicConsentPerMinute: 1_000_000,
      publicConsentsPerDay: 1_000_000,
      uploadsPerHour: 1_000_000,
    },
    async beforeReady(app) {
      app.addHook('onRoute', ({ method, url }) => {
        if (LEFT_OUT.has(url)) return;
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
    },
  });
  people = [undefined, await server.signIn(), await server.signIn({ isAdmin: true })];
});
afterAll(() => server.close());

const naughty = fc.constantFrom(
  '\0',
  '\ud800',
  '\u202e',
  `'; drop table users; --`,
  '%_\\',
  '{}',
  '__proto__',
  '../../etc/passwd',
  '𝒳'.repeat(300),
  'NaN',
  '-1',
  '',
);
const text = fc.oneof(naughty, fc.string(), fc.string({ unit: 'binary' }), fc.uuid());
const FIELDS = [
  'messages',
  'session_id',
  'user_id',
  'message_id',
  'thumbs',
  'text_feedback',
  'tags',
  'consent_version',
  'version',
  'first_name',
  'goals',
  'email',
];
const value = fc.oneof(text, fc.jsonValue(), fc.array(fc.record({ role: text, content: text })));
const body = fc.oneof(
  fc
    .dictionary(fc.oneof(fc.constantFrom(...FIELDS), text), value)
    .map((fields) => JSON.stringify(fields)),
  fc.jsonValue().map((json) => JSON.stringify(json)),
  text,
);
/** Fields that the contract's queries know, and others. */
const queryFields = fc.dictionary(fc.oneof(fc.constantFrom('user_id', 'version'), text), text, {
  maxKeys: 1,
});

function writeQuery(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map((pair) =>
    pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='),
  );
  return parts.join('&');
}

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
);

test('[DOC-07, CHAT-08] no input makes the server fail, and every refusal says why', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(2),
      fc.oneof(fc.uuid(), text),
      body,
      contentType,
      queryFields,
      async (routeIndex, who, id, payload, type, query) => {
        const route = routes[routeIndex % routes.length];
        if (route === undefined) throw new Error('The program has no routes.');
        const path = route.url.replace(':id', encodeURIComponent(id.toWellFormed()));
        const ownId = people[who]?.id ?? '';
        const url = `${path}?${writeQuery({ user_id: ownId, version: '1', ...query })}`;
        const hasBody = route.method !== 'GET' && route.method !== 'HEAD';
        const response = await server.call(people[who], {
          method: route.method,
          url,
          headers: {
            'idempotency-key': randomUUID(),
            ...(hasBody && { 'content-type': type }),
          },
          ...(hasBody && { payload }),
        });
        expect(response.statusCode).toBeLessThan(500);
        const isRefusal = response.statusCode >= 400 && route.method !== 'HEAD';
        expect(isRefusal ? errorReplySchema.safeParse(response.json()).success : true).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a NUL in an address or a cookie is refused, on whatever route it comes', async () => {
  const requests = routes
    .filter(({ method }) => method !== 'HEAD')
    .flatMap(({ method, url }) => hideNul(url).map((request) => ({ method, ...request })));
  for (const who of people) {
    for (const { cookies, ...request } of requests) {
      const reply = await server.app.inject({
        ...request,
        cookies: { ...who?.cookies, ...cookies },
      });
      const answered = [request, reply.statusCode, reply.json<{ code?: string }>().code];
      expect(answered).toEqual([request, 400, 'nul_character']);
    }
  }
});

function hideNul(url: string): { url: string; cookies?: Record<string, string> }[] {
  return [
    { url: `${url}%00` },
    { url: `${url}?a%00=b` },
    { url: `${url}?user_id=${people[1]?.id}&version=a%00` },
    { url: url.replace(/:id|$/, '%00') },
    { url, cookies: { theme: '\0' } },
  ];
}

test('[PROF-05, CHAT-08] text of any kind comes back as it was sent, or is refused', async () => {
  const person = people[1];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 100 }), async (goals) => {
      const response = await server.call(person, {
        method: 'PATCH',
        url: '/api/user/profile',
        payload: { goals },
      });
      const stored = response.json<{ goals?: string; code?: string }>();
      const expected = goals.includes('\0')
        ? { code: 'nul_character' }
        : { goals: goals.trim().toWellFormed() };
      expect(stored).toMatchObject(expected);
    }),
    { numRuns: 200 },
  );
});
