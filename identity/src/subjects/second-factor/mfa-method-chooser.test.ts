import { describe, expect, test } from 'vitest';
import { createPerson, setUpAuthenticator } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useSecondFactors } from '../../../test/second-factors.ts';
import { createSoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { createWidgetClient } from '../../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('asking for a second factor on $name', (engine) => {
  const { build, enter, openProfile, addKey } = useSecondFactors(engine);

  test.each([
    ['never', false],
    ['always', true],
  ] as const)('[IDP-11] policy %s does not ask', async (deviceTrustPolicy, trusts) => {
    const provider = await build({ deviceTrustPolicy });
    const name = `pol_${deviceTrustPolicy}`;
    const setup = await openProfile(provider, name);
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, name);
    provider.clock.advance(30);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('success');
    await enter(client, name);
    expect(client.reply.name).toBe(trusts ? 'success' : 'login_otp');
  });

  test('[IDP-13] where a second factor is demanded the last one stays', async () => {
    const provider = await build({ optional: false });
    const client = await openProfile(provider, 'man_1');
    const key = await addKey(client);
    expect(client.reply.actions).not.toHaveProperty('security_key_delete');
    await client.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, client);
    expect(client.reply.actions).toHaveProperty('security_key_delete');
    await client.run('webauthn_credential_delete', { passkey_id: key.id });
    expect(client.reply.status).toBe(200);
    expect(client.reply.actions).not.toHaveProperty('otp_secret_delete');
  });

  test('[IDP-07] [IDP-08] [IDP-09] the chooser at sign-up leads to app or key, or on', async () => {
    const provider = await build({ acquireOnRegistration: true });
    const register = async (email: string) => {
      const client = createWidgetClient(provider.app);
      await client.begin('registration');
      await client.run('register_login_identifier', { email });
      await client.run('verify_passcode', { code: provider.codeFor(email) });
      expect(client.reply.name).toBe('mfa_method_chooser');
      expect(Object.keys(client.reply.actions)).toEqual([
        'continue_to_otp_secret_creation',
        'continue_to_security_key_creation',
        'skip',
      ]);
      return client;
    };
    const withKey = await register('mfa1@example.org');
    await withKey.run('continue_to_security_key_creation');
    expect(Object.keys(withKey.reply.actions)).toEqual([
      'webauthn_generate_creation_options',
      'back',
    ]);
    await withKey.run('webauthn_generate_creation_options');
    const key = createSoftwareAuthenticator();
    const public_key = key.create(withKey.reply.payload);
    await withKey.run('webauthn_verify_attestation_response', { public_key });
    expect(withKey.reply).toMatchObject({
      name: 'success',
      payload: { user: { security_keys: [{ id: key.id }] } },
    });
    const withApp = await register('mfa2@example.org');
    await withApp.run('continue_to_otp_secret_creation');
    await withApp.run('back');
    await withApp.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, withApp);
    expect(withApp.reply.payload).toMatchObject({
      user: { mfa_config: { auth_app_set_up: true } },
    });
    const without = await register('mfa3@example.org');
    await without.run('skip');
    expect(without.reply.name).toBe('success');
  });

  test('[IDP-09] at sign-in it is asked for where the switch says so, without skip where demanded', async () => {
    const provider = await build({ acquireOnLogin: true, optional: false });
    await createPerson(provider, { username: 'dem_1', password });
    const client = createWidgetClient(provider.app);
    await enter(client, 'dem_1');
    expect(client.reply.name).toBe('mfa_method_chooser');
    expect(client.reply.actions).not.toHaveProperty('skip');
    await client.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, client);
    expect(client.reply.name).toBe('success');
  });
});
