import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { createPerson, nameOneself } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../../test/software-authenticator.ts';
import { everything } from '../../../test/switches.ts';
import { createWidgetClient, type WidgetClient } from '../../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('passkeys on $name', (engine) => {
  const providers = useProviders(engine);

  /** A signed-in browser on the account page. */
  async function openProfile(provider: TestProvider, username: string): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await nameOneself(client, username);
    await client.run('password_login', { password });
    await client.begin('profile');
    return client;
  }

  async function addPasskey(client: WidgetClient): Promise<SoftwareAuthenticator> {
    const authenticator = createSoftwareAuthenticator();
    await client.run('webauthn_credential_create');
    const public_key = authenticator.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
    expect(client.reply).toMatchObject({ name: 'profile_init', status: 200 });
    return authenticator;
  }

  test('[IDP-06] [IDP-13] one is created on the account page and signs in by button and autofill', async () => {
    const provider = await providers.build({ config: everything });
    const userId = await createPerson(provider, {
      username: 'key_1',
      password,
      email: 'key@example.org',
    });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'key_1');
    await client.run('continue_to_password_login');
    await client.run('password_login', { password });
    await client.begin('profile');
    await client.run('webauthn_credential_create');
    expect(client.reply).toMatchObject({
      name: 'webauthn_credential_verification',
      payload: {
        creation_options: {
          publicKey: {
            rp: { id: 'localhost', name: 'Pathway' },
            user: {
              id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'),
              name: 'key@example.org',
            },
            timeout: 600_000,
            attestation: 'none',
            excludeCredentials: [],
            authenticatorSelection: {
              residentKey: 'required',
              requireResidentKey: true,
              userVerification: 'preferred',
            },
          },
        },
      },
    });
    await client.run('back');
    const authenticator = await addPasskey(client);
    expect(client.reply.payload).toMatchObject({
      user: {
        passkeys: [
          {
            id: authenticator.id,
            public_key: expect.stringMatching(/^[\w-]+$/),
            attestation_type: 'none',
            transports: ['internal'],
            backup_eligible: false,
            mfa_only: false,
          },
        ],
      },
    });
    expect(provider.mails.at(-1)?.text).toContain('passkey was added');

    await client.begin('login');
    expect(client.reply.payload).toMatchObject({
      request_options: { publicKey: { rpId: 'localhost', userVerification: 'preferred' } },
    });
    const byAutofill = { assertion_response: authenticator.assert(client.reply.payload) };
    await client.run('webauthn_verify_assertion_response', byAutofill);
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: { last_login: { login_method: 'passkey' }, claims: { amr: ['passkey'] } },
    });

    await client.begin('login');
    await client.run('webauthn_generate_request_options');
    expect(client.reply.name).toBe('login_passkey');
    const byButton = { assertion_response: authenticator.assert(client.reply.payload) };
    await client.run('webauthn_verify_assertion_response', byButton);
    expect(client.reply.name).toBe('success');

    await nameOneself(client, 'key_1');
    await client.run('webauthn_generate_request_options');
    const byChooser = { assertion_response: authenticator.assert(client.reply.payload) };
    await client.run('webauthn_verify_assertion_response', byChooser);
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-06] [IDP-16] a refused response offers no new options, and back leads to fresh ones', async () => {
    const provider = await providers.build({ config: everything });
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    const { payload: first } = client.reply;
    await client.run('webauthn_generate_request_options');
    const stranger = createSoftwareAuthenticator();
    const assertion_response = stranger.assert(client.reply.payload);
    await client.run('webauthn_verify_assertion_response', { assertion_response });
    expect(client.reply).toMatchObject({
      name: 'login_passkey',
      status: 401,
      error: { code: 'passkey_invalid' },
      payload: {},
    });
    expect(client.reply.payload).toEqual({});
    await client.run('back');
    expect(client.reply).toMatchObject({ name: 'login_init', status: 200 });
    expect(client.reply.payload).not.toEqual(first);
  });

  test('[IDP-16] replayed, foreign, forged and outdated responses are refused', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'att_1', password });
    await createPerson(provider, { username: 'att_2', password });
    const authenticator = await addPasskey(await openProfile(provider, 'att_1'));
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    const older = client.reply.payload;
    const used = authenticator.assert(older);
    await client.run('webauthn_verify_assertion_response', { assertion_response: used });
    expect(client.reply.name).toBe('success');

    await client.begin('login');
    const { payload } = client.reply;
    const altered = { ...authenticator.assert(payload), id: 'AAAA', rawId: 'AAAA' };
    const attempts: unknown[] = [
      used,
      authenticator.assert(older),
      authenticator.assert(payload, { origin: 'http://localhost:4000' }),
      authenticator.assert(payload, { counter: 1 }),
      altered,
      'nonsense',
      null,
      { id: 'AAAA' },
    ];
    for (const assertion_response of attempts) {
      await client.run('webauthn_verify_assertion_response', { assertion_response });
      expect(client.reply).toMatchObject({ name: 'login_init', status: 401 });
      expect(client.reply.error?.code).toBe('passkey_invalid');
    }
    await nameOneself(client, 'att_2');
    await client.run('back');
    const right = authenticator.assert(client.reply.payload, { counter: 9 });
    await client.run('webauthn_verify_assertion_response', { assertion_response: right });
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-06] [IDP-16] a passkey of somebody else does not sign the named person in', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'own_1', password, email: 'own1@example.org' });
    await createPerson(provider, { username: 'own_2', password });
    const authenticator = await addPasskey(await openProfile(provider, 'own_2'));
    const client = createWidgetClient(provider.app);
    for (const identifier of ['own_1', 'nobody@example.org']) {
      await nameOneself(client, identifier);
      await client.run('webauthn_generate_request_options');
      const assertion_response = authenticator.assert(client.reply.payload);
      await client.run('webauthn_verify_assertion_response', { assertion_response });
      expect(client.reply).toMatchObject({ name: 'login_passkey', status: 401 });
      await client.run('back');
      await client.run('back');
    }
  });

  test('[IDP-13] [IDP-16] a bad or known credential is not stored, and the page comes back', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'bad_1', password });
    const client = await openProfile(provider, 'bad_1');
    const authenticator = await addPasskey(client);
    const attempts: ((payload: unknown) => unknown)[] = [
      (payload) => authenticator.create(payload),
      (payload) =>
        createSoftwareAuthenticator().create(payload, { origin: 'https://evil.example' }),
      (payload) => createSoftwareAuthenticator().create(payload, { challenge: 'AAAA' }),
      () => 'nonsense',
      () => undefined,
    ];
    for (const respond of attempts) {
      await client.run('webauthn_credential_create');
      const public_key = respond(client.reply.payload);
      await client.run('webauthn_verify_attestation_response', { public_key });
      expect(client.reply).toMatchObject({
        name: 'webauthn_credential_verification',
        status: 401,
        error: { code: 'passkey_invalid' },
      });
      expect(client.reply.payload).toEqual({});
      await client.run('back');
      expect(client.reply).toMatchObject({ name: 'profile_init', status: 200 });
    }
    const stored = await provider.db.selectFrom('identity.credentials').select('id').execute();
    expect(stored.filter(({ id }) => id === authenticator.id)).toHaveLength(1);
  });

  test('[IDP-13] renaming takes 3 to 32 characters; other people’s credentials are not found', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'ren_1', password });
    await createPerson(provider, { username: 'ren_2', password });
    const foreign = await addPasskey(await openProfile(provider, 'ren_2'));
    const client = await openProfile(provider, 'ren_1');
    const { id } = await addPasskey(client);
    const rename = (passkey_id: string, passkey_name: string) =>
      client.run('webauthn_credential_rename', { passkey_id, passkey_name });
    expect((await rename(id, 'ab')).status).toBe(400);
    expect((await rename(id, '  ab  ')).status).toBe(400);
    expect((await rename(id, 'x'.repeat(33))).status).toBe(400);
    expect((await rename(id, 'a\0bcd')).status).toBe(400);
    expect(await rename(id, 'My phone')).toMatchObject({
      status: 200,
      payload: { user: { passkeys: [{ id, name: 'My phone' }] } },
    });
    expect(await rename(foreign.id, 'Stolen')).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    });
    await client.run('webauthn_credential_delete', { passkey_id: foreign.id });
    expect(client.reply.status).toBe(404);
  });

  test('[IDP-13] the last way in stays: a lone passkey cannot be removed, one of two can', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'two_1', password });
    const client = await openProfile(provider, 'two_1');
    const first = await addPasskey(client);
    await client.run('password_delete');
    expect(client.reply.actions).not.toHaveProperty('webauthn_credential_delete');
    await client.run('username_delete');
    expect(client.reply.payload).not.toHaveProperty('user.username');
    await addPasskey(client);
    await client.run('webauthn_credential_delete', { passkey_id: first.id });
    expect(client.reply.status).toBe(200);
    expect(client.reply.actions).not.toHaveProperty('webauthn_credential_delete');
  });

  test('[IDP-13] no more passkeys than the limit', async () => {
    const provider = await providers.build({
      config: { ...everything, passkey: { ...everything.passkey, limit: 1 } },
    });
    await createPerson(provider, { username: 'cap_1', password });
    const client = await openProfile(provider, 'cap_1');
    await addPasskey(client);
    expect(client.reply.actions).not.toHaveProperty('webauthn_credential_create');
  });
});
