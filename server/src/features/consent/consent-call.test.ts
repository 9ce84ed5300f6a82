import { CONSENT_VERSION } from '@pathway/contract/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp({
    limits: { publicConsentPerMinute: 60, publicConsentsPerDay: 8 },
  });
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

const storedUnder = (sessionId: string) =>
  server.database.db
    .selectFrom('public_consents')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();

test('[CONS-04] what was given under a session id is not overwritten by anybody else', async () => {
  const sessionId = randomUUID();
  await givePublic(undefined, { session_id: sessionId, email: 'first@example.com' });
  const later = { session_id: sessionId, email: 'second@example.com', first_name: 'Other' };
  for (const sender of [undefined, person]) {
    expect((await givePublic(sender, later)).json()).toEqual({ success: true });
  }
  expect(await storedUnder(sessionId)).toMatchObject([
    { first_name: 'Sky', email: 'first@example.com', user_id: null },
  ]);
  // The signed-in sender has accepted the terms all the same.
  expect(await stored(person)).toHaveLength(1);
});

test('[CONS-04] who signs in and gives the same again has it, and may change it later', async () => {
  const sessionId = randomUUID();
  await givePublic(undefined, { session_id: sessionId });
  await givePublic(person, { session_id: sessionId });
  expect(await storedUnder(sessionId)).toMatchObject([{ user_id: person.id }]);
  await givePublic(person, { session_id: sessionId, first_name: 'Skye' });
  await givePublic(undefined, { session_id: sessionId, first_name: 'Nobody' });
  expect(await storedUnder(sessionId)).toMatchObject([{ user_id: person.id, first_name: 'Skye' }]);
});

test('[CONS-04] of a signed-in user the newest is kept alone', async () => {
  for (const sessionId of [randomUUID(), randomUUID(), randomUUID()]) {
    await givePublic(person, { session_id: sessionId });
  }
  const rows = await server.database.db
    .selectFrom('public_consents')
    .select('id')
    .where('user_id', '=', person.id)
    .execute();
  expect(rows).toHaveLength(1);
});

test('[CONS-04] strangers of all networks together fill the table only so far in a day', async () => {
  await server.database.db.deleteFrom('public_consents').execute();
  const give = (index: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/consent/public',
      remoteAddress: `198.51.100.${index}`,
      payload: {
        consent_type: 'public',
        version: CONSENT_VERSION,
        session_id: randomUUID(),
        first_name: 'A',
        last_name: 'B',
        email: `stranger-${index}@example.com`,
      },
    });
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => give(index)));
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(12);
  expect(refused[0]?.headers['retry-after']).toBe('3600');
  const others = await server.database.db.selectFrom('public_consents').select('id').execute();
  expect(others).toHaveLength(8);
  // Whoever is signed in is not held up by them.
  expect((await givePublic(person, { session_id: randomUUID() })).statusCode).toBe(200);
  server.clock.advance(86_400_001);
  expect((await give(30)).statusCode).toBe(200);
  server.clock.advance(-86_400_001);
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
