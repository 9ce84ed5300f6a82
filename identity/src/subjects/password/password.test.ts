import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import { everything } from '../../../test/switches.ts';
import { createWidgetClient } from '../../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('signing in by password on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-01] [IDP-04] [IDP-06] address, chooser, password', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { email: 'ann@example.org', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, ' Ann@Example.org ');
    expect(client.reply).toMatchObject({ name: 'login_method_chooser', payload: {} });
    expect(Object.keys(client.reply.actions)).toEqual([
      'continue_to_password_login',
      'continue_to_passcode_confirmation',
      'webauthn_generate_request_options',
      'back',
    ]);
    await client.run('continue_to_password_login');
    expect(Object.keys(client.reply.actions)).toEqual([
      'password_login',
      'continue_to_passcode_confirmation_recovery',
      'back',
      'continue_to_login_method_chooser',
    ]);
    expect(await client.run('password_login', { password: 'wrong-tram-42' })).toMatchObject({
      name: 'login_password',
      status: 400,
      error: { code: 'form_data_invalid_error' },
      actions: {
        password_login: { inputs: { password: { error: { code: 'value_invalid_error' } } } },
      },
    });
    await client.run('continue_to_login_method_chooser');
    expect(client.reply.name).toBe('login_method_chooser');
    await client.run('continue_to_password_login');
    expect(await client.run('password_login', { password })).toMatchObject({
      name: 'success',
      payload: { last_login: { login_method: 'password' }, claims: { amr: ['pwd'] } },
    });
    expect(provider.mails).toEqual([]);
  });

  test('[IDP-04] [IDP-16] the sixth try within a minute is not looked at', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'lim_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'lim_1');
    for (let round = 0; round < 5; round += 1) {
      expect((await client.run('password_login', { password: 'wrong-tram' })).status).toBe(400);
    }
    const limited = await client.run('password_login', { password });
    expect(limited).toMatchObject({
      name: 'login_password',
      status: 429,
      error: { code: 'rate_limit_exceeded' },
      payload: { retry_after: 60 },
      headers: { 'retry-after': '60' },
    });
    provider.clock.advance(61);
    expect((await client.run('password_login', { password })).name).toBe('success');
  });

  test('[IDP-04] another address of the same network has no tries of its own', async () => {
    const provider = await providers.build({
      config: everything,
      networkOf: (address) => address.slice(0, address.lastIndexOf(':')),
    });
    await createPerson(provider, { username: 'net_1', password });
    const tryFrom = async (remoteAddress: string, tried: string) => {
      const client = createWidgetClient(provider.app, remoteAddress);
      await nameOneself(client, 'net_1');
      return (await client.run('password_login', { password: tried })).status;
    };
    for (let host = 1; host <= 5; host += 1) {
      expect(await tryFrom(`2001:db8:1:2::${host}`, 'wrong-tram')).toBe(400);
    }
    expect(await tryFrom('2001:db8:1:2::6', password)).toBe(429);
    expect(await tryFrom('2001:db8:1:3::1', password)).toBe(200);
  });

  test('[IDP-04] after ten failures of one network it waits until the first is an hour old', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'ten_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'ten_1');
    for (let round = 0; round < 10; round += 1) {
      if (round === 5) provider.clock.advance(61);
      await client.run('password_login', { password: 'wrong-tram' });
    }
    provider.clock.advance(61);
    expect(await client.run('password_login', { password })).toMatchObject({
      status: 429,
      payload: { retry_after: 3600 - 122 },
    });
    provider.clock.advance(3600 - 122);
    expect((await client.run('password_login', { password })).name).toBe('success');
  });

  test('[IDP-05] a forgotten password is replaced after a code, and everybody is signed out', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { email: 'rec@example.org', password });
    const elsewhere = createWidgetClient(provider.app);
    await nameOneself(elsewhere, 'rec@example.org');
    await elsewhere.run('continue_to_password_login');
    await elsewhere.run('password_login', { password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'rec@example.org');
    await client.run('continue_to_password_login');
    await client.run('continue_to_passcode_confirmation_recovery');
    expect(provider.mails.at(-1)?.subject).toContain('recovery code');
    await client.run('verify_passcode', { code: provider.codeFor('rec@example.org') });
    expect(client.reply).toMatchObject({
      name: 'login_password_recovery',
      actions: {
        password_recovery: {
          inputs: {
            new_password: { type: 'password', min_length: 8, max_length: 72, required: true },
          },
        },
      },
    });
    const refused = [
      ['short', 'value_too_short_error'],
      ['x'.repeat(73), 'value_too_long_error'],
      ['password', 'value_invalid_error'],
    ] as const;
    for (const [wrong, code] of refused) {
      await client.run('password_recovery', { new_password: wrong });
      expect(client.reply.actions.password_recovery?.inputs.new_password?.error?.code).toBe(code);
    }
    await client.run('password_recovery', { new_password: 'birch-ferry-7' });
    expect(client.reply).toMatchObject({ name: 'success' });
    expect(provider.mails.at(-1)?.text).toContain('password of your account was set or changed');
    expect(await elsewhere.get('/sessions/validate')).toMatchObject({ body: { is_valid: false } });
    await nameOneself(elsewhere, 'rec@example.org');
    await elsewhere.run('continue_to_password_login');
    expect((await elsewhere.run('password_login', { password })).status).toBe(400);
    await elsewhere.run('password_login', { password: 'birch-ferry-7' });
    expect(elsewhere.reply.name).toBe('success');
  });

  test('[IDP-05] going back from the recovery code forgets the recovery', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { email: 'fro@example.org', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'fro@example.org');
    await client.run('continue_to_password_login');
    await client.run('continue_to_passcode_confirmation_recovery');
    await client.run('back');
    await client.run('back');
    await client.run('continue_to_passcode_confirmation');
    await client.run('verify_passcode', { code: provider.codeFor('fro@example.org') });
    expect(client.reply.name).toBe('success');
  });
});

describe.each(engines)('the password on the account page on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-13] the password is set, changed and removed on the account page', async () => {
    const provider = await providers.build({ config: everything, guessableWords: ['Avery'] });
    await createPerson(provider, { email: 'pro@example.org' });
    const signedIn = async () => {
      const client = createWidgetClient(provider.app);
      await nameOneself(client, 'pro@example.org');
      await client.run('continue_to_passcode_confirmation');
      await client.run('verify_passcode', { code: provider.codeFor('pro@example.org') });
      return client;
    };
    const [client, other] = [await signedIn(), await signedIn()];
    await client.begin('profile');
    expect(client.reply.actions.password_create?.inputs.password).toMatchObject({
      min_length: 8,
      max_length: 72,
    });
    for (const guessable of ['pro@example.org', 'baseball2010', 'Pathway2027', 'avery-2027']) {
      await client.run('password_create', { password: guessable });
      expect(client.reply.actions.password_create?.inputs.password?.error?.code).toBe(
        'value_invalid_error',
      );
    }
    await client.run('password_create', { password });
    expect(client.reply.actions).not.toHaveProperty('password_create');
    expect((await other.get('/me')).status).toBe(200);
    await client.run('password_update', { password: 'birch-ferry-7' });
    expect(client.reply.status).toBe(200);
    expect((await other.get('/me')).status).toBe(401);
    expect((await client.get('/me')).status).toBe(200);
    await client.run('password_delete');
    expect(client.reply.actions).toHaveProperty('password_create');
  });
});
