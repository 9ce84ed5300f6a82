import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import { signIn, signUp } from '../../../test/sign-up.ts';
import { createWidgetClient, type WidgetClient } from '../../../test/widget-client.ts';
import { createStores } from '../../store/stores.ts';

describe.each(engines)('passcode_confirmation on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-02] [IDP-03] a new person registers with the code from the mail', async () => {
    const client = await signUp(await providers.build(), 'ann@example.org');
    expect(client.reply).toMatchObject({ name: 'success', status: 200, actions: {} });
    expect(client.reply.payload).toMatchObject({
      user: { emails: [{ address: 'ann@example.org', is_verified: true, is_primary: true }] },
      claims: { audience: ['localhost'], amr: ['otp'] },
    });
    expect(client.reply.payload).not.toHaveProperty('last_login');
    expect(client.reply.headers).toMatchObject({
      'x-session-lifetime': '43200',
      'x-session-retention': 'session',
    });
  });

  test('[IDP-01] [AUTH-09] a known person signs in and the last login is named', async () => {
    const provider = await providers.build();
    await signUp(provider, 'bea@example.org');
    const client = await signIn(provider, 'bea@example.org');
    expect(client.reply.name).toBe('success');
    expect(client.reply.payload).toMatchObject({ last_login: { login_method: 'passcode' } });
  });

  test('[IDP-03] a wrong code is named at its input, the third one ends the tries', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'cat@example.org');
    const code = provider.codeFor('cat@example.org');
    const invalid = {
      verify_passcode: { inputs: { code: { error: { code: 'passcode_invalid' } } } },
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await client.run('verify_passcode', { code: wrong(code) })).toMatchObject({
        name: 'passcode_confirmation',
        status: 400,
        error: { code: 'form_data_invalid_error' },
        actions: invalid,
      });
    }
    for (const tried of [wrong(code), code]) {
      expect(await client.run('verify_passcode', { code: tried })).toMatchObject({
        name: 'passcode_confirmation',
        status: 401,
        error: { code: 'passcode_max_attempts_reached' },
      });
    }
    await client.run('resend_passcode');
    const fresh = await client.run('verify_passcode', {
      code: provider.codeFor('cat@example.org'),
    });
    expect(fresh.name).toBe('success');
  });

  test('[IDP-03] tries survive a restart', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'restart@example.org');
    const code = provider.codeFor('restart@example.org');
    await client.run('verify_passcode', { code: wrong(code) });
    await client.run('verify_passcode', { code: wrong(code) });
    const again = createWidgetClient((await providers.build()).app);
    const third = await again.replay(client.reply, 'verify_passcode', { code: wrong(code) });
    expect(third.error?.code).toBe('passcode_max_attempts_reached');
  });

  test('[IDP-03] 250 parallel guesses get one reply; all others meet a spent csrf token', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'guess@example.org');
    const { reply } = client;
    const code = provider.codeFor('guess@example.org');
    const replies = await Promise.all(
      Array.from({ length: 250 }, () =>
        client.replay(reply, 'verify_passcode', { code: wrong(code) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(249);
  });

  test('[IDP-03] new codes do not help to guess on: one network has thirty guesses an hour', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'slow@example.org');
    const before = await countFailures(provider);
    for (let time = 0; time < 59; time += 1) {
      for (let guess = 0; guess < 4; guess += 1) {
        const code = wrong(provider.codeFor('slow@example.org'));
        await client.run('verify_passcode', { code });
      }
      provider.clock.advance(60);
      await client.run('resend_passcode');
    }
    expect((await countFailures(provider)) - before).toBe(30);
    expect(provider.mails).toHaveLength(10);
    expect(client.reply).toMatchObject({
      status: 429,
      error: { code: 'rate_limit_exceeded' },
      payload: { resend_after: 60 },
    });
    provider.clock.advance(60);
    await client.run('resend_passcode');
    const right = await client.run('verify_passcode', {
      code: provider.codeFor('slow@example.org'),
    });
    expect(right.name).toBe('success');
  });

  test('[IDP-03] a code is valid for 300 seconds', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'late@example.org');
    const code = provider.codeFor('late@example.org');
    provider.clock.advance(300);
    const reply = await client.run('verify_passcode', { code });
    expect(reply).toMatchObject({ status: 400, error: { code: 'form_data_invalid_error' } });
  });

  test('[IDP-03] every reply counts down to the next mail; the fourth in a minute is refused', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'dan@example.org');
    expect(client.reply.payload).toEqual({ resend_after: 30 });
    provider.clock.advance(10);
    expect((await client.run('verify_passcode', { code: 'x' })).payload).toEqual({
      resend_after: 20,
    });
    await client.run('resend_passcode');
    expect(await client.run('resend_passcode')).toMatchObject({
      status: 200,
      payload: { resend_after: 50 },
    });
    const refused = await client.run('resend_passcode');
    expect(refused).toMatchObject({
      name: 'passcode_confirmation',
      status: 429,
      payload: { resend_after: 50 },
      error: { code: 'rate_limit_exceeded' },
      headers: { 'retry-after': '50' },
    });
    expect(provider.mails.filter(({ to }) => to === 'dan@example.org')).toHaveLength(3);
    const newest = await client.run('verify_passcode', {
      code: provider.codeFor('dan@example.org'),
    });
    expect(newest.name).toBe('success');
  });

  test('[IDP-03] a resent code replaces the one before', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'eve@example.org');
    const old = provider.codeFor('eve@example.org');
    await client.run('resend_passcode');
    const fresh = provider.codeFor('eve@example.org');
    expect((await client.run('verify_passcode', { code: old })).status).toBe(400);
    expect((await client.run('verify_passcode', { code: fresh })).name).toBe('success');
  });

  test('[IDP-03] the limit of mails holds across flows and restarts', async () => {
    const sent: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const provider = await providers.build();
      await askForCode(provider, 'flood@example.org');
      sent.push(...provider.mails.map(({ to }) => to));
    }
    expect(sent).toHaveLength(3);
  });

  test('[IDP-03] going back and forth sends no second mail and the code still works', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'fay@example.org');
    expect((await client.run('back')).name).toBe('login_init');
    await client.run('continue_with_login_identifier', { email: 'fay@example.org' });
    expect(client.reply.name).toBe('passcode_confirmation');
    expect(provider.mails).toHaveLength(1);
    const reply = await client.run('verify_passcode', {
      code: provider.codeFor('fay@example.org'),
    });
    expect(reply.name).toBe('success');
  });

  test('[IDP-03] a code mailed to one address never proves another', async () => {
    const provider = await providers.build();
    for (let mail = 0; mail < 3; mail += 1) await askForCode(provider, 'victim@example.org');
    const thief = await askForCode(provider, 'thief@example.org');
    const code = provider.codeFor('thief@example.org');
    await thief.run('back');
    const other = await thief.run('continue_with_login_identifier', {
      email: 'victim@example.org',
    });
    expect(other).toMatchObject({ name: 'passcode_confirmation', status: 429 });
    const reply = await thief.run('verify_passcode', { code });
    expect(reply).toMatchObject({ name: 'passcode_confirmation', status: 400 });
  });

  test('[IDP-03] a code is bound to its flow', async () => {
    const provider = await providers.build();
    const first = await askForCode(provider, 'gil@example.org');
    const code = provider.codeFor('gil@example.org');
    const second = await askForCode(provider, 'gil@example.org');
    expect((await second.run('verify_passcode', { code })).status).toBe(400);
    expect((await first.run('verify_passcode', { code })).name).toBe('success');
  });

  test('[IDP-01] stay signed in makes the session persistent, and back clears the box', async () => {
    const provider = await providers.build();
    await signUp(provider, 'ida@example.org');
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    await client.run('remember_me', { remember_me: true });
    await client.run('continue_with_login_identifier', { email: 'ida@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('ida@example.org') });
    expect(client.reply.headers['x-session-retention']).toBe('persistent');

    const other = createWidgetClient(provider.app);
    await other.begin('login');
    await other.run('remember_me', { remember_me: true });
    await other.run('continue_with_login_identifier', { email: 'ida@example.org' });
    await other.run('back');
    await other.run('continue_with_login_identifier', { email: 'ida@example.org' });
    await other.run('verify_passcode', { code: provider.codeFor('ida@example.org') });
    expect(other.reply.headers['x-session-retention']).toBe('session');
  });

  test('[IDP-03] a proved address cannot be taken back, and a finished flow offers nothing', async () => {
    const provider = await providers.build();
    const client = await askForCode(provider, 'jon@example.org');
    const { reply } = client;
    await client.run('verify_passcode', { code: provider.codeFor('jon@example.org') });
    const again = { ...reply, csrf_token: client.reply.csrf_token };
    expect((await client.replay(again, 'back')).status).toBe(403);
    const { data } = await providers.database.db
      .selectFrom('identity.flows')
      .select('data')
      .where('id', '=', reply.actions.back?.href.split('%40')[1] ?? '')
      .executeTakeFirstOrThrow();
    expect(data).toEqual({});
  });
});

/** Goes to the code screen of the login flow. The account is made without any mail. */
async function askForCode(provider: TestProvider, email: string): Promise<WidgetClient> {
  const { accounts } = createStores(provider.db);
  const now = provider.clock.now();
  if (!(await accounts.findOwner(email))) {
    const userId = randomUUID();
    await accounts.create(userId, now);
    await accounts.addEmail(userId, { address: email, isVerified: true, isPrimary: true }, now);
  }
  const client = createWidgetClient(provider.app);
  await client.begin('login');
  await client.run('continue_with_login_identifier', { email });
  return client;
}

/** Guesses that were looked at. */
async function countFailures({ db }: TestProvider): Promise<number> {
  const rows = await db
    .selectFrom('identity.failures')
    .select('count')
    .where('event', '=', 'login_failed')
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
