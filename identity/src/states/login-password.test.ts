import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

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
});
