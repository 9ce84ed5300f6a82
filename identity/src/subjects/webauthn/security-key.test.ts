import { describe, expect, test } from 'vitest';
import { createPerson, setUpAuthenticator } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useSecondFactors } from '../../../test/second-factors.ts';
import { createSoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { createWidgetClient } from '../../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('security keys on $name', (engine) => {
  const { build, enter, openProfile, addKey } = useSecondFactors(engine);

  test('[IDP-08] [IDP-13] a security key is a second factor and nothing else', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'sec_1');
    await setup.run('security_key_create');
    expect(setup.reply.payload).toMatchObject({
      creation_options: {
        publicKey: {
          authenticatorSelection: {
            residentKey: 'discouraged',
            requireResidentKey: false,
            userVerification: 'discouraged',
            authenticatorAttachment: 'cross-platform',
          },
        },
      },
    });
    await setup.run('back');
    const key = await addKey(setup);
    expect(setup.reply.payload).toMatchObject({
      user: { security_keys: [{ id: key.id, mfa_only: true }] },
    });

    const client = createWidgetClient(provider.app);
    await client.begin('login');
    const asPasskey = { assertion_response: key.assert(client.reply.payload) };
    await client.run('webauthn_verify_assertion_response', asPasskey);
    expect(client.reply).toMatchObject({
      name: 'login_init',
      status: 401,
      error: { code: 'webauthn_credential_invalid_mfa_only' },
    });
    await enter(client, 'sec_1');
    expect(client.reply).toMatchObject({ name: 'login_security_key', payload: {} });
    await client.run('webauthn_generate_request_options');
    expect(client.reply.payload).toMatchObject({
      request_options: {
        publicKey: {
          allowCredentials: [{ id: key.id, type: 'public-key' }],
          userVerification: 'discouraged',
        },
      },
    });
    const assertion_response = key.assert(client.reply.payload);
    await client.run('webauthn_verify_assertion_response', { assertion_response });
    expect(client.reply.name).toBe('device_trust');
    await client.run('skip');
    expect(client.reply.payload).toMatchObject({ claims: { amr: ['pwd', 'security_key'] } });
  });

  test('[IDP-08] a passkey is not accepted in place of the security key', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'sec_2');
    await addKey(setup);
    const passkey = createSoftwareAuthenticator();
    await setup.run('webauthn_credential_create');
    const public_key = passkey.create(setup.reply.payload);
    await setup.run('webauthn_verify_attestation_response', { public_key });
    const client = createWidgetClient(provider.app);
    await enter(client, 'sec_2');
    await client.run('webauthn_generate_request_options');
    const assertion_response = passkey.assert(client.reply.payload);
    await client.run('webauthn_verify_assertion_response', { assertion_response });
    expect(client.reply).toMatchObject({ status: 401, error: { code: 'passkey_invalid' } });
    await client.run('back');
    expect(client.reply.name).toBe('login_security_key');
    // Alone it needs no second factor.
    await client.begin('login');
    const alone = { assertion_response: passkey.assert(client.reply.payload) };
    await client.run('webauthn_verify_assertion_response', alone);
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-07] [IDP-08] [IDP-18] whoever has both may change over; a browser without WebAuthn gets the app', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'bot_1');
    await addKey(setup);
    await setup.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, 'bot_1');
    expect(client.reply.name).toBe('login_security_key');
    await client.run('continue_to_login_otp');
    expect(client.reply.name).toBe('login_otp');
    await client.run('continue_to_login_security_key');
    expect(client.reply.name).toBe('login_security_key');
    const old = createWidgetClient(provider.app);
    await old.begin('login', { webauthn: false });
    await enter(old, 'bot_1');
    expect(old.reply.name).toBe('login_otp');
    expect(old.reply.actions).not.toHaveProperty('continue_to_login_security_key');
  });

  test('[IDP-08] [IDP-16] [IDP-18] a key that the browser cannot use is said to be missing', async () => {
    const provider = await build({ securityKeys: { attachment: 'platform' } });
    await createPerson(provider, { username: 'pla_1', password });
    const setup = createWidgetClient(provider.app);
    await enter(setup, 'pla_1');
    await setup.begin('profile', { webauthn: true, platform: true });
    await addKey(setup);
    const client = createWidgetClient(provider.app);
    await client.begin('login', { webauthn: true, platform: false });
    await enter(client, 'pla_1');
    await client.run('webauthn_generate_request_options');
    expect(client.reply).toMatchObject({
      name: 'login_security_key',
      status: 401,
      error: { code: 'platform_authenticator_required' },
    });
  });

  test('[IDP-13] a foreign key is not found, and a passkey is not a security key', async () => {
    const provider = await build();
    const foreign = await addKey(await openProfile(provider, 'for_1'));
    const client = await openProfile(provider, 'for_2');
    const key = await addKey(client);
    const passkey = createSoftwareAuthenticator();
    await client.run('webauthn_credential_create');
    const public_key = passkey.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
    for (const security_key_id of [foreign.id, passkey.id, 'none']) {
      await client.run('security_key_delete', { security_key_id });
      expect(client.reply).toMatchObject({ name: 'profile_init', status: 404 });
    }
    await client.run('security_key_delete', { security_key_id: key.id });
    expect(client.reply.payload).not.toHaveProperty('user.security_keys');
    expect(client.reply.actions).not.toHaveProperty('security_key_delete');
  });
});
