import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn } from '../../test/sign-up.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('signing in by name and password on $name', (engine) => {
  const providers = useProviders(engine);

  test.each([
    ['both', everything, 'identifier'],
    ['addresses only', { ...everything, username: { enabled: false } }, 'email'],
    [
      'usernames only',
      { ...everything, email: { useAsLoginIdentifier: false, optional: true } },
      'username',
    ],
  ] as const)('[IDP-01] one input names the person: %s', async (_title, config, input) => {
    const provider = await providers.build({ config });
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    const { inputs } = client.reply.actions.continue_with_login_identifier ?? {};
    expect(Object.keys(inputs ?? {})).toEqual([input]);
  });

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

  test('[IDP-01] a username without an address goes straight to the password', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'sam_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'Sam_1');
    expect(client.reply.name).toBe('login_password');
    expect(Object.keys(client.reply.actions)).toEqual(['password_login', 'back']);
    expect(await client.run('password_login', { password })).toMatchObject({
      name: 'success',
      payload: { user: { username: { username: 'sam_1' } }, claims: { username: 'sam_1' } },
    });
  });

  test('[IDP-01] a username with an address may choose a code, mailed to that address', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'tom_1', email: 'tom@example.org' });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'tom_1');
    await client.run('continue_to_passcode_confirmation');
    await client.run('verify_passcode', { code: provider.codeFor('tom@example.org') });
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-01] [IDP-16] an unknown username says so, an unknown address does not', async () => {
    const provider = await providers.build({ config: everything });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'nobody_1');
    expect(client.reply).toMatchObject({
      name: 'login_init',
      status: 400,
      actions: {
        continue_with_login_identifier: {
          inputs: { identifier: { error: { code: 'unknown_username_error' } } },
        },
      },
    });
    await nameOneself(client, 'not an@address');
    expect(client.reply).toMatchObject({
      status: 400,
      actions: {
        continue_with_login_identifier: {
          inputs: { identifier: { error: { code: 'value_invalid_error' } } },
        },
      },
    });
    await nameOneself(client, 'nobody@example.org');
    expect(client.reply).toMatchObject({ name: 'login_method_chooser', status: 200 });
    await client.run('continue_to_password_login');
    await client.run('password_login', { password });
    expect(client.reply).toMatchObject({ name: 'login_password', status: 400 });
  });

  test('[IDP-16] hints, where they are wanted, name unknown addresses', async () => {
    const provider = await providers.build({
      config: { ...everything, privacy: { showAccountExistenceHints: true } },
    });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'nobody@example.org');
    expect(
      client.reply.actions.continue_with_login_identifier?.inputs.identifier?.error?.code,
    ).toBe('unknown_email_error');
  });

  test('[IDP-06] only what the account has, where that may show', async () => {
    const provider = await providers.build({
      config: { ...everything, privacy: { onlyShowActualLoginMethods: true } },
    });
    await createPerson(provider, { email: 'una@example.org' });
    await createPerson(provider, { email: 'vic@example.org', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'una@example.org');
    expect(client.reply.name).toBe('passcode_confirmation');
    await client.run('back');
    await nameOneself(client, 'vic@example.org');
    expect(client.reply.name).toBe('login_method_chooser');
    expect(client.reply.actions).not.toHaveProperty('webauthn_generate_request_options');
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

  test('[IDP-04] after ten failures in an hour one try a minute is left, from anywhere', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'ten_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'ten_1');
    for (let round = 0; round < 10; round += 1) {
      if (round === 5) provider.clock.advance(61);
      await client.run('password_login', { password: 'wrong-tram' });
    }
    provider.clock.advance(61);
    expect((await client.run('password_login', { password: 'wrong-tram' })).status).toBe(400);
    expect((await client.run('password_login', { password })).status).toBe(429);
    provider.clock.advance(61);
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
      ['ä'.repeat(37), 'value_too_long_error'],
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

  test('[IDP-13] the password is set, changed and removed on the account page', async () => {
    const provider = await providers.build({ config: everything });
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
    await client.run('password_create', { password: 'pro@example.org' });
    expect(client.reply.actions.password_create?.inputs.password?.error?.code).toBe(
      'value_invalid_error',
    );
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

  test('[IDP-13] the last way in stays: neither password nor username of such an account can go', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'las_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'las_1');
    await client.run('password_login', { password });
    await client.begin('profile');
    expect(client.reply.actions).not.toHaveProperty('password_delete');
    expect(client.reply.actions).not.toHaveProperty('username_delete');
    await client.run('username_update', { username: 'LAS_2' });
    expect(client.reply.payload).toMatchObject({ user: { username: { username: 'las_2' } } });
    await client.run('email_create', { email: 'las@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('las@example.org') });
    await client.run('username_delete');
    expect(client.reply.payload).not.toHaveProperty('user.username');
    await client.run('password_delete');
    expect(client.reply.actions.email_delete?.inputs.email_id?.allowed_values).toEqual([]);
  });

  test('[IDP-13] [IDP-17] usernames: letters, digits, underscores, 3 to 32, taken once', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'taken_1', password });
    const config = { ...everything, password: { enabled: false } };
    const plain = await providers.build({ config });
    await createPerson(provider, { email: 'use@example.org' });
    const client = await signIn(plain, 'use@example.org');
    await client.begin('profile');
    const refused = [
      ['a b', 'invalid_username_error'],
      ['émile', 'invalid_username_error'],
      ['ab', 'value_too_short_error'],
      ['x'.repeat(33), 'value_too_long_error'],
      ['', 'value_missing_error'],
      ['TAKEN_1', 'username_already_exists'],
    ] as const;
    for (const [username, code] of refused) {
      await client.run('username_create', { username });
      expect(client.reply.actions.username_create?.inputs.username?.error?.code).toBe(code);
    }
    await client.run('username_create', { username: 'free_1' });
    expect(client.reply).toMatchObject({ status: 200, name: 'profile_init' });
    await client.run('username_update', { username: 'free_1' });
    expect(client.reply.status).toBe(200);
  });
});
