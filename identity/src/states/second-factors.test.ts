import { describe, expect, test } from 'vitest';
import type { IdentitySwitches } from '../config.ts';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { createPerson, nameOneself, setUpAuthenticator } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { createSoftwareAuthenticator } from '../../test/software-authenticator.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient, type WidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('second factors on $name', (engine) => {
  const providers = useProviders(engine);
  const build = (mfa: NonNullable<IdentitySwitches['mfa']> = {}) =>
    providers.build({ config: { ...everything, mfa: { ...everything.mfa, ...mfa } } });

  async function enter(client: WidgetClient, username: string): Promise<void> {
    await nameOneself(client, username);
    await client.run('password_login', { password });
  }

  async function openProfile(provider: TestProvider, username: string): Promise<WidgetClient> {
    await createPerson(provider, { username, password });
    const client = createWidgetClient(provider.app);
    await enter(client, username);
    await client.begin('profile');
    return client;
  }

  async function addKey(client: WidgetClient) {
    const key = createSoftwareAuthenticator();
    await client.run('security_key_create');
    const public_key = key.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
    expect(client.reply).toMatchObject({ name: 'profile_init', status: 200 });
    return key;
  }

  test('[IDP-07] [IDP-13] the authenticator app is set up: image, secret, wrong code, right code', async () => {
    const provider = await build();
    const client = await openProfile(provider, 'app_1');
    await client.run('continue_to_otp_secret_creation');
    const { payload } = client.reply;
    expect(client.reply).toMatchObject({
      name: 'mfa_otp_secret_creation',
      payload: {
        otp_secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otp_image_source: expect.stringMatching(/^data:image\/png;base64,/),
      },
    });
    await client.run('otp_code_verify', { otp_code: '000000' });
    expect(client.reply).toMatchObject({
      name: 'mfa_otp_secret_creation',
      status: 400,
      error: { code: 'passcode_invalid' },
      actions: {
        otp_code_verify: { inputs: { otp_code: { error: { code: 'passcode_invalid' } } } },
      },
    });
    expect(client.reply.payload).toEqual(payload);
    await client.run('back');
    await client.run('continue_to_otp_secret_creation');
    expect(client.reply.payload).toEqual(payload);
    await setUpAuthenticator(provider, client);
    expect(client.reply).toMatchObject({
      name: 'profile_init',
      payload: { user: { mfa_config: { auth_app_set_up: true, totp_enabled: true } } },
    });
    expect(client.reply.actions).not.toHaveProperty('continue_to_otp_secret_creation');
    const stored = await provider.db.selectFrom('identity.totp_secrets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(String(payload?.otp_secret));
    await client.run('otp_secret_delete');
    expect(client.reply.actions).toHaveProperty('continue_to_otp_secret_creation');
  });

  test('[IDP-07] [IDP-11] a code signs in once; a trusted browser is not asked again', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'otp_1');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, 'otp_1');
    expect(client.reply).toMatchObject({ name: 'login_otp', payload: {} });
    expect(Object.keys(client.reply.actions)).toEqual(['otp_code_validate']);

    const replayed = codeAt(provider.clock.now());
    await client.run('otp_code_validate', { otp_code: replayed });
    expect(client.reply).toMatchObject({
      name: 'login_otp',
      status: 400,
      actions: {
        otp_code_validate: { inputs: { otp_code: { error: { code: 'passcode_invalid' } } } },
      },
    });
    provider.clock.advance(30);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('device_trust');
    expect(Object.keys(client.reply.actions)).toEqual(['trust_device', 'skip', 'back']);
    await client.run('trust_device');
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: {
        last_login: { login_method: 'password', mfa_method: 'totp' },
        claims: { amr: ['pwd', 'totp'] },
      },
    });
    expect(String(client.reply.headers['set-cookie'])).toMatch(
      /^hanko-device-token=[\da-f-]{36}:[\w-]{86}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );

    await enter(client, 'otp_1');
    expect(client.reply).toMatchObject({ name: 'success', payload: { claims: { amr: ['pwd'] } } });
    const stranger = createWidgetClient(provider.app);
    const stolen = client.cookies.get('hanko-device-token') ?? '';
    stranger.cookies.set('hanko-device-token', stolen.replace(/:.*/, `:${'A'.repeat(86)}`));
    await enter(stranger, 'otp_1');
    expect(stranger.reply.name).toBe('login_otp');
    provider.clock.advance(720 * 3600);
    await enter(client, 'otp_1');
    expect(client.reply.name).toBe('login_otp');
  });

  test('[IDP-11] trust is refused with skip, and back begins the sign-in anew', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'ski_1');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    const reachQuestion = async () => {
      provider.clock.advance(30);
      await enter(client, 'ski_1');
      await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
      expect(client.reply.name).toBe('device_trust');
    };
    await reachQuestion();
    await client.run('back');
    expect(client.reply.name).toBe('preflight');
    await client.pass();
    expect(client.reply.name).toBe('login_init');
    await reachQuestion();
    await client.run('skip');
    expect(client.reply.name).toBe('success');
    expect(client.cookies.has('hanko-device-token')).toBe(false);
  });

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

  test('[IDP-07] [IDP-16] three tries a minute, ten failures an hour', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'lim_2');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, 'lim_2');
    for (let round = 0; round < 3; round += 1) {
      await client.run('otp_code_validate', { otp_code: 'wrong' });
      expect(client.reply.status).toBe(400);
    }
    provider.clock.advance(30);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply).toMatchObject({
      name: 'login_otp',
      status: 429,
      error: { code: 'rate_limit_exceeded' },
      payload: { retry_after: 30 },
    });
    provider.clock.advance(31);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('device_trust');
  });

  test('[IDP-07] of guesses that arrive at once, three a minute are looked at', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'par_1');
    await setup.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, setup);
    provider.clock.advance(61);
    const clients = Array.from({ length: 5 }, () => createWidgetClient(provider.app));
    for (const client of clients) await enter(client, 'par_1');
    const replies = await Promise.all(
      clients.map((client) => client.run('otp_code_validate', { otp_code: '000000' })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });

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
