import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn, signUp } from '../../test/sign-up.ts';
import { createWidgetClient, type Reply } from '../../test/widget-client.ts';
import { isStorable, mergePatch } from './account.ts';

const profile = z.object({
  user: z.object({
    id: z.uuid(),
    emails: z.array(z.looseObject({ address: z.string() })),
    mfa_config: z.object({
      auth_app_set_up: z.literal(false),
      totp_enabled: z.literal(false),
      security_keys_enabled: z.literal(false),
    }),
  }),
  sessions: z.array(z.looseObject({ id: z.uuid(), current: z.boolean() })).optional(),
});

function readProfile(reply: Reply) {
  expect(reply.name).toBe('profile_init');
  return profile.parse(reply.payload);
}

describe.each(engines)('the account page on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-13] it shows the addresses, the sessions and what can be done', async () => {
    const client = await signUp(await providers.build(), 'ann@example.org');
    const { user, sessions } = readProfile(await client.begin('profile'));
    expect(user.emails).toMatchObject([
      { address: 'ann@example.org', is_verified: true, is_primary: true },
    ]);
    expect(sessions).toMatchObject([
      { current: true, user_agent: 'Linux (Firefox)', ip_address: '127.0.0.1' },
    ]);
    expect(Object.keys(client.reply.actions)).toEqual([
      'email_create',
      'email_delete',
      'patch_metadata',
      'account_delete',
    ]);
    expect(client.reply.actions.email_delete?.inputs.email_id?.allowed_values).toEqual([]);
  });

  test('[IDP-13] another session can be ended, the current and foreign ones cannot', async () => {
    const provider = await providers.build();
    const first = await signUp(provider, 'fay@example.org');
    const second = await signIn(provider, 'fay@example.org');
    const stranger = await signUp(provider, 'stranger@example.org');
    const foreign = readProfile(await stranger.begin('profile')).sessions?.[0]?.id;
    const { sessions = [] } = readProfile(await second.begin('profile'));
    expect(sessions).toHaveLength(2);
    const [current, other] = [true, false].map(
      (wanted) => sessions.find((session) => session.current === wanted)?.id,
    );
    for (const id of [current, foreign]) {
      expect((await second.run('session_delete', { session_id: id })).status).toBe(400);
    }
    await second.run('session_delete', { session_id: other });
    expect(readProfile(second.reply).sessions).toHaveLength(1);
    expect(second.reply.actions).not.toHaveProperty('session_delete');
    expect(await first.get('/sessions/validate')).toMatchObject({ body: { is_valid: false } });
    expect(await stranger.get('/sessions/validate')).toMatchObject({ body: { is_valid: true } });
  });

  test('[IDP-13] the page needs a live session for every single step', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'gil@example.org');
    await client.begin('profile');
    const { reply } = client;
    await client.post('/logout');
    const unauthorized = { name: 'error', status: 401, error: { code: 'unauthorized' } };
    expect(await client.run('email_create', { email: 'x@example.org' })).toMatchObject(
      unauthorized,
    );
    expect(await client.open('profile')).toMatchObject(unauthorized);
    expect(await client.replay({ ...reply, csrf_token: '' }, 'account_delete')).toMatchObject(
      unauthorized,
    );
  });

  test('[IDP-13] a profile flow belongs to the person who opened it', async () => {
    const provider = await providers.build();
    const owner = await signUp(provider, 'hal@example.org');
    const thief = await signUp(provider, 'ivy@example.org');
    const reply = await owner.begin('profile');
    expect(await thief.replay(reply, 'account_delete')).toMatchObject({
      name: 'error',
      status: 403,
    });
    expect((await owner.get('/me')).status).toBe(200);
  });

  test('[IDP-13] [AUTH-06] a deleted account leaves no address in any table', async () => {
    const told: string[] = [];
    const provider = await providers.build({
      onAccountDeleted: async ({ accountId, addresses }) => {
        told.push(accountId, ...addresses);
      },
    });
    const client = await signUp(provider, 'gone@example.org');
    const id = readProfile(await client.begin('profile')).user.id;
    const login = createWidgetClient(provider.app);
    await login.begin('login');
    await login.run('continue_with_login_identifier', { email: 'gone@example.org' });
    await client.run('account_delete');
    expect(client.reply).toMatchObject({
      name: 'account_deleted',
      status: 200,
      payload: {},
      actions: {},
    });
    expect(String(client.reply.headers['set-cookie'])).toContain('hanko=; Path=/; Max-Age=0');
    expect(told).toEqual([id, 'gone@example.org']);
    expect((await client.get('/me')).status).toBe(401);
    const { db } = provider;
    for (const table of [
      'users',
      'emails',
      'sessions',
      'flows',
      'passcodes',
      'rate_limits',
      'audit_log',
    ] as const) {
      const rows = await db.selectFrom(`identity.${table}`).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('gone@example.org');
    }
  });
});

describe.each(engines)('own metadata on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-13] it is patched, kept within bounds and cleared', async () => {
    const client = await signUp(await providers.build(), 'meta@example.org');
    await client.begin('profile');
    const patch = (patch_metadata: unknown) => client.run('patch_metadata', { patch_metadata });
    await patch({ theme: 'dark', nested: { a: 1, b: 2 } });
    await patch({ nested: { a: null } });
    expect(client.reply.payload).toMatchObject({
      user: { metadata: { unsafe_metadata: { theme: 'dark', nested: { b: 2 } } } },
    });
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level += 1) deep = { a: deep };
    const refused = ['text', 7, [1], undefined, { big: 'x'.repeat(3000) }, { nul: '\0' }, deep];
    for (const value of refused) {
      expect(await patch(value)).toMatchObject({ name: 'profile_init', status: 400 });
      const { error } = client.reply.actions.patch_metadata?.inputs.patch_metadata ?? {};
      expect(error?.code).toBe('invalid_metadata_error');
    }
    expect(client.reply.payload).toHaveProperty('user.metadata');
    await patch(null);
    expect(client.reply.payload).not.toHaveProperty('user.metadata');
  });
});

/** Examples of RFC 7396, appendix A. */
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j is %j', (target, patch, expected) => {
  expect(mergePatch(target, patch)).toEqual(expected);
});

test('a prototype cannot be patched', () => {
  const patch: unknown = JSON.parse('{"__proto__": {"admin": true}}');
  mergePatch({}, patch);
  expect(Object.hasOwn({}, 'admin')).toBe(false);
  expect({}).not.toHaveProperty('admin');
});

test('what a database cannot keep is refused', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100; level += 1) deep = { deep };
  expect([{ a: '\0' }, { '\0': 1 }, ['\ud800'], deep].map((value) => isStorable(value))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isStorable({ a: ['ä', 1, null, { b: '😀' }] })).toBe(true);
});
