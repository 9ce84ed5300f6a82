import { CONSENT_VERSION } from '@pathway/contract/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp({ limits: { publicConsentPerMinute: 30 } });
});
beforeEach(async () => {
  person = await server.signIn({ consent: false });
});
afterAll(() => server.close());

function readStatus(as: Person | undefined, userId: string, version = CONSENT_VERSION) {
  const query = { user_id: userId, version };
  return server.call(as, { method: 'GET', url: '/api/consent/status', query });
}

function give(as: Person, body: Record<string, unknown> = {}) {
  const payload = { consent_version: CONSENT_VERSION, user_id: as.id, ...body };
  return server.call(as, { method: 'POST', url: '/api/consent', payload });
}

function givePublic(as: Person | undefined, body: Record<string, unknown> = {}) {
  const payload = {
    consent_type: 'public',
    version: CONSENT_VERSION,
    session_id: 'public-session',
    first_name: 'Sky',
    last_name: 'Lee',
    email: 'sky@example.com',
    ...body,
  };
  return server.call(as, { method: 'POST', url: '/api/consent/public', payload });
}

function stored(as: Person) {
  return server.database.db
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', as.id)
    .execute();
}

test('[CONS-04] the status turns true when consent is given', async () => {
  expect((await readStatus(person, person.id)).json()).toEqual({ consentGiven: false });
  expect((await give(person)).json()).toEqual({ success: true });
  expect((await readStatus(person, person.id)).json()).toEqual({ consentGiven: true });
});

test('[CONS-05] without consent profile, chat, history and feedback are closed; with it they open', async () => {
  const read = () => server.call(person, { method: 'GET', url: '/api/user/profile' });
  const refused = await read();
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toEqual({
    error: 'Please complete consent to continue...',
    code: 'consent_required',
  });
  await give(person);
  expect((await read()).statusCode).toBe(200);
});

test('[CONS-04] given five times at once it is recorded once', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => give(person)));
  expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await stored(person)).toHaveLength(1);
});

test("[CONS-04] nobody reads or gives another person's consent", async () => {
  const stranger = await server.signIn();
  expect((await readStatus(stranger, person.id)).statusCode).toBe(403);
  expect((await readStatus(undefined, person.id)).statusCode).toBe(401);
  expect((await give(stranger, { user_id: person.id })).statusCode).toBe(403);
  expect(await stored(person)).toEqual([]);
});

test('[CONS-04] an old version and an unknown key are refused', async () => {
  expect((await give(person, { consent_version: '2024-01-01' })).statusCode).toBe(400);
  expect((await give(person, { tier: 'public' })).statusCode).toBe(400);
  expect(await stored(person)).toEqual([]);
});

test('[CONS-04] public consent is recorded once and says the same whoever it names', async () => {
  const sessionId = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => givePublic(undefined, { session_id: sessionId })),
  );
  for (const response of responses) expect(response.json()).toEqual({ success: true });
  const rows = await server.database.db
    .selectFrom('public_consents')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();
  expect(rows).toMatchObject([{ first_name: 'Sky', email: 'sky@example.com', user_id: null }]);
});

test('[CONS-05] public consent of somebody who is signed in opens the product for them', async () => {
  expect((await givePublic(person)).statusCode).toBe(200);
  expect((await readStatus(person, person.id)).json()).toEqual({ consentGiven: true });
});

test.each([
  ['a blank first name', { first_name: '  ' }],
  ['no e-mail', { email: 'nobody' }],
  ['an old version', { version: '1999-01-01' }],
  ['an unknown key', { user_id: randomUUID() }],
])('[CONS-04] public consent with %s is 400', async (_name, body) => {
  expect((await givePublic(undefined, body)).statusCode).toBe(400);
});
