import type { HTTPMethods } from 'fastify';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../test/build-test-app.ts';

type Policy = 'anyone' | 'user' | 'consented' | 'admin';

/** Who may call what. A route that is not listed here fails the test below. */
const POLICIES: Record<string, Policy> = {
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /metrics': 'anyone',
  'GET /legal/terms': 'anyone',
  'GET /legal/privacy': 'anyone',
  'GET /legal/safety': 'anyone',
  'GET /plain-page.css': 'anyone',
  'GET /api/user/session': 'user',
  'POST /api/hanko/callback': 'anyone',
  'POST /api/user/logout': 'anyone',
  'DELETE /api/user': 'user',
  'POST /api/user/erasure': 'user',
  'GET /api/consent/status': 'user',
  'POST /api/consent': 'user',
  'POST /api/consent/public': 'anyone',
  'GET /api/user/profile': 'consented',
  'PATCH /api/user/profile': 'consented',
  'GET /api/chat/history': 'consented',
  'POST /api/chat': 'consented',
  'POST /api/chat/stop': 'consented',
  'GET /api/chat/originals/:id': 'consented',
  'GET /api/chat/originals/:id/file': 'consented',
  'POST /api/feedback': 'consented',
  'GET /api/admin/docs': 'admin',
  'GET /api/admin/docs/count': 'admin',
  'POST /api/admin/docs/upload': 'admin',
  'DELETE /api/admin/docs/:id': 'admin',
  'PATCH /api/admin/docs/:id/tags': 'admin',
  'GET /api/admin/docs/deleted': 'admin',
  'POST /api/admin/docs/deleted/:id/restore': 'admin',
  'DELETE /api/admin/docs/deleted/:id': 'admin',
  'GET /api/admin/sites': 'admin',
  'GET /api/admin/sites/count': 'admin',
  'POST /api/admin/sites': 'admin',
  'PATCH /api/admin/sites/:id': 'admin',
  'DELETE /api/admin/sites/:id': 'admin',
  'POST /api/admin/sites/:id/scrape': 'admin',
  'GET /api/admin/sites/:id/pages': 'admin',
  'GET /api/admin/sites/deleted': 'admin',
  'POST /api/admin/sites/deleted/:id/restore': 'admin',
  'DELETE /api/admin/sites/deleted/:id': 'admin',
  'GET /api/admin/sources/:id/reading': 'admin',
  'GET /api/admin/sources/:id/passages': 'admin',
  'POST /api/admin/sources/:id/hidden-passages': 'admin',
  'DELETE /api/admin/hidden-passages/:id': 'admin',
  'GET /api/admin/logs': 'admin',
  'GET /api/admin/logs/:id/passages': 'admin',
  'GET /api/admin/logs/:id/place': 'admin',
  'GET /api/admin/logs/:id/session': 'admin',
  'GET /api/admin/logs/counts': 'admin',
  'GET /api/admin/logs/coverage': 'admin',
  'GET /api/admin/logs/export': 'admin',
  'GET /api/admin/logs/insight': 'admin',
  'GET /api/admin/logs/page': 'admin',
  'GET /api/admin/help/counts': 'admin',
  'GET /api/admin/attention': 'admin',
  // Only here, to see that a route which forgets its guard is closed all the same.
  'GET /api/admin/forgotten': 'admin',
};

/** They would end the session of the person who tries, so only visitors do. */
const ENDS_SESSION = new Set(['/api/hanko/callback', '/api/user/logout', '/api/user']);

const routes: { method: HTTPMethods; url: string }[] = [];
let server: TestApp;
let people: Record<'visitor' | 'forger' | 'unconsented' | 'member' | 'admin', Person | undefined>;

beforeAll(async () => {
  server = await buildTestApp({
    async beforeReady(app) {
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
      app.get('/api/admin/forgotten', async () => 'open');
    },
  });
  people = {
    visitor: undefined,
    forger: { id: randomUUID(), token: '', cookies: { pathway_session: 'A'.repeat(43) } },
    unconsented: await server.signIn({ consent: false }),
    member: await server.signIn(),
    admin: await server.signIn({ isAdmin: true }),
  };
});
afterAll(() => server.close());

/** What each kind of person is refused with, by policy; undefined is let through. */
const REFUSALS: Record<Policy, Record<keyof typeof people, number | undefined>> = {
  anyone: {
    visitor: undefined,
    forger: undefined,
    unconsented: undefined,
    member: undefined,
    admin: undefined,
  },
  user: { visitor: 401, forger: 401, unconsented: undefined, member: undefined, admin: undefined },
  consented: { visitor: 401, forger: 401, unconsented: 403, member: undefined, admin: undefined },
  admin: { visitor: 401, forger: 401, unconsented: 403, member: 403, admin: undefined },
};

test('[NAV-10] every route of the program has a policy, and every policy a person to try', () => {
  const unlisted = routes
    .map(({ method, url }) => `${method === 'HEAD' ? 'GET' : method} ${url}`)
    .filter((route) => !(route in POLICIES));
  expect(unlisted).toEqual([]);
  expect(routes.length).toBeGreaterThan(25);
});

describe.each(Object.keys(REFUSALS.anyone) as (keyof typeof people)[])('%s', (who) => {
  test('[NAV-03, NAV-10] is let through or refused as each policy says', async () => {
    for (const { method, url } of routes) {
      const policy = POLICIES[`${method === 'HEAD' ? 'GET' : method} ${url}`] ?? 'admin';
      const refusal = REFUSALS[policy][who];
      if (who !== 'visitor' && ENDS_SESSION.has(url)) continue;
      const response = await server.call(people[who], {
        method,
        url: url.replace(':id', randomUUID()),
      });
      // Without a token the callback has nobody to let in, which is no lack of a right.
      const isRefused = url !== '/api/hanko/callback' && [401, 403].includes(response.statusCode);
      expect({ method, url, status: isRefused ? response.statusCode : undefined }).toEqual({
        method,
        url,
        status: refusal,
      });
    }
  });
});

test('[NAV-10] the admin area is closed under every spelling of its address', async () => {
  for (const url of [
    '/api/%61dmin/forgotten',
    '/api/admin',
    '/api/admin/none',
    '/api/admin/docs/x/y',
  ]) {
    expect((await server.call(undefined, { method: 'GET', url })).statusCode).toBe(401);
    expect((await server.call(people.member, { method: 'GET', url })).statusCode).toBe(403);
  }
  expect(
    (await server.call(people.admin, { method: 'GET', url: '/api/admin/none' })).statusCode,
  ).toBe(404);
});
