import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  buildTestApp,
  cookiesOf,
  type Person,
  type TestApp,
} from '../../../test/build-test-app.ts';
import { findEverywhere } from '../../../test/find-everywhere.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp({ adminEmails: ['Coach@Example.com'] });
});
afterEach(() => {
  server.provider.outage = 'none';
});
afterAll(() => server.close());

const COOKIE = 'pathway_session';

function callback(cookies: Record<string, string>) {
  return server.app.inject({ method: 'POST', url: '/api/hanko/callback', cookies });
}

function readSession(as: Person) {
  return server.call(as, { method: 'GET', url: '/api/user/session' });
}

function countSessions(userId: string) {
  return server.database.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', userId)
    .execute()
    .then((rows) => rows.length);
}

test('[AUTH-02, AUTH-04] the callback swaps the provider token for a user and a session cookie', async () => {
  const token = await server.provider.issueToken({ sub: randomUUID() });
  const first = await callback({ hanko: token });
  expect(first.json()).toEqual({
    success: true,
    isNewUser: true,
    user: { id: expect.any(String), is_admin: false, tier: 'free_auth' },
  });
  expect(first.cookies.find(({ name }) => name === COOKIE)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    value: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
  expect((await callback({ hanko: token })).json()).toMatchObject({ isNewUser: false });
});

test('[AUTH-02] on https the cookie is Secure and bound to the host', async () => {
  const secure = await buildTestApp({
    database: server.database,
    publicUrl: 'https://pathway.example',
  });
  const token = await secure.provider.issueToken();
  const response = await secure.app.inject({
    method: 'POST',
    url: '/api/hanko/callback',
    cookies: { hanko: token },
  });
  expect(response.cookies[0]).toMatchObject({
    name: '__Host-pathway_session',
    secure: true,
    path: '/',
  });
  expect(response.cookies[0]).not.toHaveProperty('domain');
  expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
  await secure.app.close();
  await secure.provider.close();
});

test('[AUTH-05] the session answers the user; the stored form opens nothing', async () => {
  const person = await server.signIn();
  expect((await readSession(person)).json()).toEqual({
    user: { id: person.id, is_admin: false, tier: 'free_auth' },
  });
  const { id_hash: stolen } = await server.database.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect((await readSession({ ...person, cookies: { [COOKIE]: stolen } })).statusCode).toBe(401);
  expect((await server.app.inject('/api/user/session')).json()).toEqual({
    error: 'Not signed in',
    code: 'not_signed_in',
  });
});

test('[AUTH-02] a session id that the browser brought along is replaced and dropped', async () => {
  const person = await server.signIn();
  const again = await callback(person.cookies);
  expect(cookiesOf(again)[COOKIE]).not.toBe(person.cookies[COOKIE]);
  expect((await readSession(person)).statusCode).toBe(401);
  expect(await countSessions(person.id)).toBe(1);
});

test('[AUTH-03] without a token the callback fails with text and success false', async () => {
  const response = await callback({});
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual({
    success: false,
    error: 'Backend session creation failed.',
    code: 'session_creation_failed',
  });
  expect(response.cookies).toEqual([]);
});

test('[AUTH-03] a token whose provider session has ended is refused', async () => {
  const token = await server.provider.issueToken();
  server.provider.endSession(token);
  expect((await callback({ hanko: token })).statusCode).toBe(401);
});

test('[AUTH-07] logout ends the session on the server and clears both cookies', async () => {
  const person = await server.signIn();
  const response = await server.call(person, { method: 'POST', url: '/api/user/logout' });
  expect(response.json()).toEqual({ success: true });
  expect(cookiesOf(response)).toEqual({ [COOKIE]: '', hanko: '' });
  expect((await readSession(person)).statusCode).toBe(401);
  expect(await countSessions(person.id)).toBe(0);
  expect((await server.app.inject({ method: 'POST', url: '/api/user/logout' })).statusCode).toBe(
    200,
  );
});

test('[AUTH-07] after a logout the provider token opens no new session', async () => {
  const person = await server.signIn();
  await server.call(person, { method: 'POST', url: '/api/user/logout' });
  expect((await callback({ hanko: person.token })).statusCode).toBe(401);
});

test('[AUTH-07] logout works whatever the provider does, and asks it about tokens of its own alone', async () => {
  const logOut = async (cookies: Record<string, string>) => {
    const response = await server.app.inject({ method: 'POST', url: '/api/user/logout', cookies });
    expect(response.statusCode).toBe(200);
  };
  const asked = server.provider.requests.logout;
  const ended = await server.signIn();
  server.provider.endSession(ended.token);
  await logOut(ended.cookies);
  const person = await server.signIn();
  server.provider.outage = 'all';
  await logOut(person.cookies);
  expect(await countSessions(person.id)).toBe(0);
  expect(server.provider.requests.logout).toBe(asked + 2);
  await logOut({ hanko: `${person.token}x` });
  await logOut({ hanko: 'no token\r\nx: y' });
  await logOut({});
  expect(server.provider.requests.logout).toBe(asked + 2);
});

test('[NAV-10] a listed or granted address becomes administrator, only when it is verified', async () => {
  await server.database.db
    .insertInto('admin_grants')
    .values({ email: 'granted@example.com' })
    .execute();
  const signInAs = async (address: string, isVerified: boolean) => {
    const email = { address, is_primary: true, is_verified: isVerified };
    const response = await callback({ hanko: await server.provider.issueToken({ email }) });
    return response.json<{ user: { is_admin: boolean } }>().user.is_admin;
  };
  expect(await signInAs('coach@example.com', false)).toBe(false);
  expect(await signInAs('coach@example.com', true)).toBe(true);
  expect(await signInAs('GRANTED@example.com', true)).toBe(true);
  expect(await signInAs('visitor@example.com', true)).toBe(false);
});

test('[NAV-10] an administrator who is revoked is refused at the next call', async () => {
  const admin = await server.signIn({ isAdmin: true });
  const list = () => server.call(admin, { method: 'GET', url: '/api/admin/docs/count' });
  expect((await list()).statusCode).toBe(200);
  await server.database.db
    .updateTable('users')
    .set({ is_admin: false })
    .where('id', '=', admin.id)
    .execute();
  expect((await list()).statusCode).toBe(403);
});

test('[AUTH-06] the provider is asked once a minute, however many calls come', async () => {
  const person = await server.signIn();
  const before = server.provider.requests.validate;
  await readSession(person);
  expect(server.provider.requests.validate).toBe(before);
  server.clock.advance(60_000);
  const responses = await Promise.all(Array.from({ length: 10 }, () => readSession(person)));
  expect(responses.every((response) => response.statusCode === 200)).toBe(true);
  await readSession(person);
  expect(server.provider.requests.validate).toBe(before + 1);
});

test('[AUTH-06] a session that ended at the provider ends here within a minute, for good', async () => {
  const person = await server.signIn();
  server.provider.endSession(person.token);
  server.clock.advance(60_000);
  expect((await readSession(person)).statusCode).toBe(401);
  expect(await countSessions(person.id)).toBe(0);
});

test.each([
  ['gone', undefined],
  ["another session's", { sub: 'somebody-else' }],
])('[AUTH-06] a session whose provider token is %s ends', async (_name, claims) => {
  const person = await server.signIn();
  const hanko = claims === undefined ? '' : await server.provider.issueToken(claims);
  server.clock.advance(60_000);
  const cookies: Record<string, string> = { ...person.cookies, hanko };
  if (hanko === '') delete cookies['hanko'];
  expect((await readSession({ ...person, cookies })).statusCode).toBe(401);
  expect(await countSessions(person.id)).toBe(0);
});

test('[AUTH-05] with the provider down a session holds for five minutes and then not', async () => {
  const person = await server.signIn();
  server.provider.outage = 'all';
  server.clock.advance(61_000);
  expect((await readSession(person)).statusCode).toBe(200);
  server.clock.advance(238_000);
  expect((await readSession(person)).statusCode).toBe(200);
  server.clock.advance(2_000);
  expect((await readSession(person)).statusCode).toBe(401);
  server.provider.outage = 'none';
  server.clock.advance(10_000);
  expect((await readSession(person)).statusCode).toBe(200);
});

test('[AUTH-05] a session about which the provider was asked too often takes no other with it', async () => {
  const [asking, other] = [await server.signIn(), await server.signIn()];
  server.provider.refuseToken(asking.cookies['hanko'] ?? '');
  const { requests } = server.provider;
  for (let minute = 0; minute < 5; minute += 1) {
    server.clock.advance(60_000);
    expect((await readSession(asking)).statusCode).toBe(200);
    const asked = requests.validate;
    expect((await readSession(other)).statusCode).toBe(200);
    expect(requests.validate).toBe(asked + 1);
    expect((await readSession(asking)).statusCode).toBe(200);
    expect(requests.validate).toBe(asked + 1);
  }
  server.clock.advance(5_000);
  expect((await readSession(asking)).statusCode).toBe(401);
  expect((await readSession(other)).statusCode).toBe(200);
});

test('[AUTH-05] a session ends with its token', async () => {
  const person = await server.signIn();
  await server.database.db
    .updateTable('sessions')
    .set({ expires_at: server.clock.now() })
    .where('user_id', '=', person.id)
    .execute();
  expect((await readSession(person)).statusCode).toBe(401);
});

test('[AUTH-03] with the provider down nobody can sign in, and is told to try later', async () => {
  const token = await server.provider.issueToken();
  server.provider.outage = 'all';
  const response = await callback({ hanko: token });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ success: false, code: 'service_unavailable' });
});

test('[AUTH-06] who leaves for good leaves nothing behind, and nobody else loses anything', async () => {
  const [leaving, staying] = [await server.signIn(), await server.signIn()];
  for (const person of [leaving, staying]) {
    await server.call(person, {
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { goals: `goals of ${person.id}` },
    });
    await server.call(person, {
      method: 'POST',
      url: '/api/chat',
      payload: {
        messages: [{ role: 'user', content: `asked by ${person.id}` }],
        session_id: 'session-0001',
        user_id: person.id,
      },
    });
  }
  const kept = await findEverywhere(server.database, staying.id);
  expect(kept.length).toBeGreaterThanOrEqual(5);
  const reply = await server.call(leaving, { method: 'DELETE', url: '/api/user' });
  expect(reply.json()).toEqual({ success: true });
  expect(cookiesOf(reply)).toMatchObject({ [COOKIE]: '' });
  expect(await findEverywhere(server.database, leaving.id)).toEqual([]);
  expect(await findEverywhere(server.database, staying.id)).toEqual(kept);
  expect((await readSession(leaving)).statusCode).toBe(401);
  expect((await readSession(staying)).statusCode).toBe(200);
});
