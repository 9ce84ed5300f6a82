import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { findEverywhere } from '../../../test/find-everywhere.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterEach(() => {
  server.provider.outage = 'none';
});
afterAll(() => server.close());

const erase = (as: Person | undefined) => server.call(as, { method: 'DELETE', url: '/api/user' });
const prepare = (as: Person) => server.call(as, { method: 'POST', url: '/api/user/erasure' });

async function isErased({ id }: Person): Promise<boolean> {
  return (await findEverywhere(server.database, id)).length === 0;
}

/** The widget drops the provider's token together with the account. */
function withoutToken({ cookies, ...person }: Person): Person {
  const { hanko: _, ...kept } = cookies;
  return { ...person, cookies: kept };
}

test('[AUTH-06] a session that its owner has ended erases nobody, however lately it was validated', async () => {
  const person = await server.signIn();
  server.provider.endSession(person.token);
  const reply = await erase(person);
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    {
      error:
        'Your data was not erased, because your sign-in has ended. Please sign in again first.',
      code: 'erasure_refused',
    },
  ]);
  expect(await isErased(person)).toBe(false);
  expect((await erase(person)).statusCode).toBe(401);
  const thief = await server.signIn();
  expect((await erase(withoutToken(thief))).statusCode).toBe(403);
  expect(await isErased(thief)).toBe(false);
});

test('[AUTH-06] the token of another session of the same provider proves nothing', async () => {
  const [person, other] = [await server.signIn(), await server.signIn()];
  const cookies = { ...person.cookies, hanko: other.token };
  expect((await erase({ ...person, cookies })).statusCode).toBe(403);
  expect(await isErased(person)).toBe(false);
});

test('[AUTH-06] deleting the account in the widget erases, because the page has prepared it', async () => {
  const person = await server.signIn();
  expect((await prepare(person)).json()).toEqual({ success: true });
  server.provider.endSession(person.token);
  server.clock.advance(119_000);
  // Another tab learns meanwhile that the session has ended.
  const session = await server.call(person, { method: 'GET', url: '/api/user/session' });
  expect(session.statusCode).toBe(401);
  expect((await erase(withoutToken(person))).json()).toEqual({ success: true });
  expect(await isErased(person)).toBe(true);
});

test('[AUTH-06] a preparation ends after two minutes, with its session, and is not given to an ended one', async () => {
  const late = await server.signIn();
  await prepare(late);
  server.provider.endSession(late.token);
  server.clock.advance(121_000);
  expect((await erase(withoutToken(late))).statusCode).toBe(403);
  expect(await isErased(late)).toBe(false);

  const left = await server.signIn();
  await prepare(left);
  await server.call(left, { method: 'POST', url: '/api/user/logout' });
  expect((await erase(left)).statusCode).toBe(401);
  expect(await isErased(left)).toBe(false);

  const ended = await server.signIn();
  server.provider.endSession(ended.token);
  expect((await prepare(ended)).statusCode).toBe(401);
  expect((await erase(ended)).statusCode).toBe(401);
  expect(await isErased(ended)).toBe(false);
});

test('[AUTH-06] what is prepared opens nothing else', async () => {
  const person = await server.signIn();
  await prepare(person);
  server.provider.endSession(person.token);
  server.clock.advance(61_000);
  for (const url of ['/api/user/session', '/api/chat/history', '/api/user/profile']) {
    expect((await server.call(person, { method: 'GET', url })).statusCode).toBe(401);
  }
});

test('[AUTH-06] while the provider cannot be asked nobody is erased, and the person is told to try later', async () => {
  const person = await server.signIn();
  server.provider.outage = 'all';
  expect((await erase(person)).statusCode).toBe(503);
  expect((await prepare(person)).statusCode).toBe(503);
  expect(await isErased(person)).toBe(false);
  server.provider.outage = 'none';
  expect((await erase(person)).json()).toEqual({ success: true });
  expect(await isErased(person)).toBe(true);
});

test('[AUTH-06] without a session there is nobody to erase', async () => {
  expect((await erase(undefined)).json()).toEqual({
    error: 'Not signed in',
    code: 'not_signed_in',
  });
});
