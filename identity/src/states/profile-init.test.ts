import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn, signUp } from '../../test/sign-up.ts';
import { createWidgetClient, type Reply } from '../../test/widget-client.ts';
import { createStores } from '../store/stores.ts';

const profile = z.object({
  user: z.object({
    id: z.uuid(),
    emails: z.array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        is_verified: z.boolean(),
        is_primary: z.boolean(),
      }),
    ),
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
  const { user, sessions } = profile.parse(reply.payload);
  const emailId = (address: string) =>
    user.emails.find((email) => email.address === address)?.id ?? 'none';
  return { user, sessions, emailId };
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

  test('[IDP-13] an address is added after its code, and the owner is told', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'bea@example.org');
    await client.begin('profile');
    const asked = await client.run('email_create', { email: 'Bea2@Example.org' });
    expect(asked.name).toBe('passcode_confirmation');
    expect(Object.keys(asked.actions)).toContain('back');
    await client.run('verify_passcode', { code: provider.codeFor('bea2@example.org') });
    expect(readProfile(client.reply).user.emails).toMatchObject([
      { address: 'bea@example.org', is_primary: true },
      { address: 'bea2@example.org', is_primary: false, is_verified: true },
    ]);
    expect(provider.mails.at(-1)).toMatchObject({ to: 'bea@example.org' });
    expect(provider.mails.at(-1)?.text).toContain('was added');
    expect((await signIn(provider, 'bea2@example.org')).reply.name).toBe('success');
  });

  test('[IDP-13] going back from the code adds nothing', async () => {
    const client = await signUp(await providers.build(), 'back@example.org');
    await client.begin('profile');
    await client.run('email_create', { email: 'back2@example.org' });
    expect(readProfile(await client.run('back')).user.emails).toHaveLength(1);
  });

  test('[IDP-13] primary can be changed, then the old one deleted, and nothing else', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'cat@example.org');
    await client.begin('profile');
    await client.run('email_create', { email: 'cat2@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('cat2@example.org') });
    const { emailId } = readProfile(client.reply);
    const primary = emailId('cat@example.org');

    expect(await client.run('email_delete', { email_id: primary })).toMatchObject({
      name: 'profile_init',
      status: 400,
      actions: {
        email_delete: { inputs: { email_id: { error: { code: 'value_invalid_error' } } } },
      },
    });
    expect(await client.run('email_set_primary', { email_id: randomUUID() })).toMatchObject({
      name: 'profile_init',
      status: 404,
      error: { code: 'not_found' },
    });
    await client.run('email_set_primary', { email_id: emailId('cat2@example.org') });
    await client.run('email_delete', { email_id: primary });
    expect(readProfile(client.reply).user.emails).toMatchObject([
      { address: 'cat2@example.org', is_primary: true },
    ]);
    expect((await signIn(provider, 'cat2@example.org')).reply.payload).toMatchObject({
      claims: { email: { address: 'cat2@example.org' } },
    });
  });

  test('[IDP-13] two open pages cannot leave an account without a primary address', async () => {
    const provider = await providers.build();
    const { accounts } = createStores(provider.db);
    const client = await signUp(provider, 'two@example.org');
    const other = createWidgetClient(provider.app);
    other.token = client.token;
    const { user } = readProfile(await client.begin('profile'));
    for (let round = 0; round < 20; round += 1) {
      const second = { address: `two${round}@example.org`, isVerified: true, isPrimary: false };
      await accounts.addEmail(user.id, second, provider.clock.now());
      const emailId = readProfile(await client.begin('profile')).emailId(second.address);
      await other.begin('profile');
      const replies = await Promise.all([
        client.run('email_set_primary', { email_id: emailId }),
        other.run('email_delete', { email_id: emailId }),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const { emails } = readProfile(await client.begin('profile')).user;
      expect(emails.filter((email) => email.is_primary)).toHaveLength(1);
      for (const { id } of emails.slice(1)) await accounts.removeEmail(user.id, id);
    }
  });

  test('[IDP-13] [IDP-16] an own address is refused, a foreign one leads nowhere', async () => {
    const provider = await providers.build();
    await signUp(provider, 'owner@example.org');
    const client = await signUp(provider, 'dan@example.org');
    await client.begin('profile');
    const exists = {
      email_create: { inputs: { email: { error: { code: 'email_already_exists' } } } },
    };
    expect(await client.run('email_create', { email: 'dan@example.org' })).toMatchObject({
      status: 400,
      actions: exists,
    });
    const foreign = await client.run('email_create', { email: 'owner@example.org' });
    expect(foreign).toMatchObject({ name: 'passcode_confirmation', status: 200 });
    expect(provider.mails.at(-1)?.subject).toContain('already have an account');
    expect(readProfile(await client.run('back')).user.emails).toHaveLength(1);
  });

  test('[IDP-13] without verification an address is stored at once and verified later', async () => {
    const provider = await providers.build({ config: { email: { requireVerification: false } } });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { email: 'eve@example.org' });
    expect(client.reply.name).toBe('success');
    await client.begin('profile');
    const { user, emailId } = readProfile(client.reply);
    expect(user.emails).toMatchObject([{ is_verified: false, is_primary: true }]);
    await client.run('email_verify', { email_id: randomUUID() });
    expect(client.reply.status).toBe(404);
    await client.run('email_verify', { email_id: emailId('eve@example.org') });
    expect(client.reply.name).toBe('passcode_confirmation');
    await client.run('verify_passcode', { code: provider.codeFor('eve@example.org') });
    expect(readProfile(client.reply).user.emails).toMatchObject([{ is_verified: true }]);
    expect(client.reply.actions).not.toHaveProperty('email_verify');
  });

  test('[IDP-13] no more addresses than the limit', async () => {
    const provider = await providers.build({
      config: { email: { limit: 2, requireVerification: false } },
    });
    const client = await signUpAtOnce(provider, 'few@example.org');
    await client.run('email_create', { email: 'few2@example.org' });
    expect(readProfile(client.reply).user.emails).toHaveLength(2);
    expect(client.reply.actions).not.toHaveProperty('email_create');
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
      onAccountDeleted: async (userId) => {
        told.push(userId);
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
    expect(told).toEqual([id]);
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

async function signUpAtOnce(provider: TestProvider, email: string) {
  const client = createWidgetClient(provider.app);
  await client.begin('registration');
  await client.run('register_login_identifier', { email });
  await client.begin('profile');
  return client;
}
