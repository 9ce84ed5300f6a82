import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { createPerson, nameOneself, setUpAuthenticator } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { openProviderFixture } from '../../../test/provider-fixture.ts';
import { makeRoundTrip, travel } from '../../../test/round-trip.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../../test/software-authenticator.ts';
import { everything } from '../../../test/switches.ts';
import { createWidgetClient, type WidgetClient } from '../../../test/widget-client.ts';
import { countsAsSecondFactor, provesTwoFactors } from './second-factor.ts';

const password = 'maple-tram-42';

describe.each(engines)('what counts as the second factor on $name', (engine) => {
  const fixture = openProviderFixture(engine);

  async function openProfile(provider: TestProvider, username: string): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await nameOneself(client, username);
    if (client.reply.name === 'login_method_chooser') {
      await client.run('continue_to_password_login');
    }
    await client.run('password_login', { password });
    await client.begin('profile');
    return client;
  }

  /** Somebody with a passkey and an authenticator app. */
  async function setUp(provider: TestProvider, username: string) {
    await createPerson(provider, { username, password, email: `${username}@school.edu` });
    const client = await openProfile(provider, username);
    const passkey = createSoftwareAuthenticator();
    await client.run('webauthn_credential_create');
    const public_key = passkey.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
    await client.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, client);
    provider.clock.advance(60);
    return { passkey, codeNow: () => codeAt(provider.clock.now()) };
  }

  async function enterByPasskey(
    provider: TestProvider,
    passkey: SoftwareAuthenticator,
    userVerified: boolean,
  ): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    const assertion_response = passkey.assert(client.reply.payload, { userVerified });
    await client.run('webauthn_verify_assertion_response', { assertion_response });
    return client;
  }

  async function enterBySchool(provider: TestProvider, sub: string, amr?: string[]) {
    fixture.there.person = { sub, email: `${sub}@school.edu`, email_verified: true, amr };
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    await client.run('exchange_token', await makeRoundTrip(client, fixture.there));
    return client;
  }

  test('[IDP-06, IDP-07] a passkey counts for two only when it has verified its user', async () => {
    const provider = await fixture.build({ config: everything });
    const { passkey, codeNow } = await setUp(provider, 'uv_1');
    expect((await enterByPasskey(provider, passkey, true)).reply.name).toBe('success');
    const client = await enterByPasskey(provider, passkey, false);
    expect(client.reply).toMatchObject({ name: 'login_otp', status: 200 });
    await client.run('otp_code_validate', { otp_code: codeNow() });
    expect(client.reply.name).toBe('device_trust');
    await client.run('skip');
    expect(client.reply.payload).toMatchObject({ claims: { amr: ['passkey', 'totp'] } });
  });

  test('[IDP-06] without a second factor a passkey signs in by itself', async () => {
    const provider = await fixture.build({ config: everything });
    await createPerson(provider, { username: 'uv_2', password });
    const setup = await openProfile(provider, 'uv_2');
    const passkey = createSoftwareAuthenticator();
    await setup.run('webauthn_credential_create');
    const public_key = passkey.create(setup.reply.payload);
    await setup.run('webauthn_verify_attestation_response', { public_key });
    expect((await enterByPasskey(provider, passkey, false)).reply.name).toBe('success');
  });

  test.each([
    ['always', false, 'success'],
    ['never', true, 'login_otp'],
  ] as const)(
    '[IDP-06] a passkey counts for two %s where it is set so',
    async (setting, verified, name) => {
      const passkeySwitches = { ...everything.passkey, countsAsSecondFactor: setting };
      const provider = await fixture.build({ config: { ...everything, passkey: passkeySwitches } });
      const { passkey } = await setUp(provider, `uv_${setting}`);
      expect((await enterByPasskey(provider, passkey, verified)).reply.name).toBe(name);
    },
  );

  test('[IDP-14] a provider’s account is one factor, unless the provider says that it was two', async () => {
    const provider = await fixture.build({ config: everything });
    const { codeNow } = await setUp(provider, 'ext_1');
    for (const amr of [undefined, ['pwd'], ['otp'], ['hwk', 'user']]) {
      expect((await enterBySchool(provider, 'ext_1', amr)).reply.name).toBe('login_otp');
    }
    const linked = () => provider.db.selectFrom('identity.identities').selectAll().execute();
    expect(await linked()).toEqual([]);
    const client = await enterBySchool(provider, 'ext_1', ['pwd']);
    await client.run('otp_code_validate', { otp_code: codeNow() });
    await client.run('skip');
    expect(client.reply.payload).toMatchObject({
      claims: { amr: ['ext:custom_school', 'totp'] },
      user: { identities: [{ provider: 'School' }] },
    });
    expect(await linked()).toHaveLength(1);
    for (const amr of [['mfa'], ['pwd', 'otp'], ['pin', 'hwk']]) {
      expect((await enterBySchool(provider, 'ext_1', amr)).reply.name).toBe('success');
    }
  });

  test.each([
    ['always', undefined, 'success'],
    ['never', ['mfa'], 'login_otp'],
  ] as const)(
    '[IDP-14] a provider’s account counts for two %s where it is set so',
    async (setting, amr, name) => {
      const entry = { countsAsSecondFactor: setting };
      const provider = await fixture.build({ config: everything, entry });
      await setUp(provider, `ext_${setting}`);
      const client = await enterBySchool(provider, `ext_${setting}`, amr && [...amr]);
      expect(client.reply.name).toBe(name);
    },
  );

  test('[IDP-08, IDP-14] whom the institution sends is asked for a security key, too', async () => {
    const provider = await fixture.build({ config: everything });
    await createPerson(provider, { username: 'sso_1', password, email: 'sso_1@school.edu' });
    const setup = await openProfile(provider, 'sso_1');
    const key = createSoftwareAuthenticator();
    await setup.run('security_key_create');
    const public_key = key.create(setup.reply.payload);
    await setup.run('webauthn_verify_attestation_response', { public_key });
    fixture.there.person = { sub: 'sso_1', email: 'sso_1@school.edu', email_verified: true };
    const client = createWidgetClient(provider.app);
    const begun = await client.navigate(
      `/thirdparty/initiate?iss=${encodeURIComponent(fixture.there.settings.issuer)}`,
    );
    const landed = await travel(client, fixture.there, begun.location);
    await client.open('token_exchange');
    await client.run('exchange_token', { token: landed.searchParams.get('hanko_token') });
    expect(client.reply.name).toBe('login_security_key');
    await client.run('webauthn_generate_request_options');
    const assertion_response = key.assert(client.reply.payload);
    await client.run('webauthn_verify_assertion_response', { assertion_response });
    await client.run('skip');
    expect(client.reply.name).toBe('success');
  });
});

describe('which words of RFC 8176 are two factors', () => {
  test.each([
    [['mfa'], true],
    [['pwd', 'otp'], true],
    [['pin', 'hwk'], true],
    [['pwd', 'swk'], true],
    [['pwd', 'sc'], true],
    [['pwd', 'fpt'], true],
    [['face', 'hwk'], true],
    [[], false],
    [['pwd'], false],
    [['pwd', 'pin'], false],
    [['otp', 'hwk'], false],
    [['hwk', 'user'], false],
    [['pwd', 'sms'], false],
    [['pwd', 'tel'], false],
    [['pwd', 'kba'], false],
    [['pwd', 'mca'], false],
    [['pwd', 'geo', 'rba', 'wia'], false],
  ])('[IDP-14] %j: %s', (amr, two) => {
    expect(provesTwoFactors(amr)).toBe(two);
  });

  test('[IDP-06, IDP-14] a setting decides what verification is worth', () => {
    expect(countsAsSecondFactor('always', false)).toBe(true);
    expect(countsAsSecondFactor('verified', true)).toBe(true);
    expect(countsAsSecondFactor('verified', false)).toBe(false);
    expect(countsAsSecondFactor('never', true)).toBe(false);
  });
});
