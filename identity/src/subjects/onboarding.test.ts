import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { createSoftwareAuthenticator } from '../../test/software-authenticator.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';
const conditional = {
  acquireOnRegistration: 'conditional',
  acquireOnLogin: 'conditional',
} as const;
const always = { acquireOnRegistration: 'always', acquireOnLogin: 'always' } as const;

describe.each(engines)('what a new or bare account is asked for on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-02] [IDP-17] both identifiers: the widget sends both, one may be empty', async () => {
    const provider = await providers.build({
      config: { ...everything, email: { optional: true }, password: { enabled: true, ...always } },
    });
    await createPerson(provider, { username: 'taken_2', email: 'taken2@example.org' });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    expect(client.reply.actions.register_login_identifier?.inputs).toEqual({
      email: { name: 'email', type: 'email', max_length: 120 },
      username: { name: 'username', type: 'string', min_length: 3, max_length: 32 },
    });
    const errors = () => {
      const { email, username } = client.reply.actions.register_login_identifier?.inputs ?? {};
      return [email?.error?.code, username?.error?.code];
    };
    await client.run('register_login_identifier', { email: null, username: null });
    expect(errors()).toEqual(['value_invalid_error', 'value_invalid_error']);
    await client.run('register_login_identifier', { email: '123', username: 'a b c' });
    expect(errors()).toEqual(['value_invalid_error', undefined]);
    await client.run('register_login_identifier', { email: null, username: 'a b c' });
    expect(errors()).toEqual([undefined, 'invalid_username_error']);
    await client.run('register_login_identifier', { email: null, username: 'Taken_2' });
    expect(errors()).toEqual([undefined, 'username_already_exists']);

    await client.run('register_login_identifier', { email: null, username: 'New_2' });
    expect(client.reply.name).toBe('password_creation');
    expect(client.reply.actions).not.toHaveProperty('skip');
    await client.run('register_password', { new_password: password });
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: { user: { username: { username: 'new_2' } } },
    });
    await nameOneself(client, 'new_2');
    await client.run('password_login', { password });
    expect(client.reply.name).toBe('onboarding_email');
  });

  test('[IDP-02] a username alone is not enough where nothing could sign it in', async () => {
    const provider = await providers.build({ config: everything });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { username: 'alone_1' });
    expect(client.reply).toMatchObject({
      name: 'registration_init',
      status: 400,
      actions: {
        register_login_identifier: {
          inputs: { email: { error: { code: 'value_missing_error' } } },
        },
      },
    });
  });

  test('[IDP-02] without sign-up there is no such action', async () => {
    const provider = await providers.build({ config: { account: { allowSignup: false } } });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    expect(client.reply.actions).not.toHaveProperty('register_login_identifier');
  });

  test('[IDP-02] whoever finishes first keeps a username; the other flow ends without a fault', async () => {
    const config = { ...everything, password: { enabled: true, ...always } };
    const provider = await providers.build({ config });
    const clients = [createWidgetClient(provider.app), createWidgetClient(provider.app)] as const;
    for (const client of clients) {
      await client.begin('registration');
      await client.run('register_login_identifier', { username: 'race_1' });
    }
    const [first, second] = clients;
    await first.run('register_password', { new_password: password });
    await second.run('register_password', { new_password: password });
    expect(first.reply.name).toBe('success');
    expect(second.reply).toMatchObject({ name: 'error', status: 403 });
  });

  test('[IDP-10] the chooser leads to a password, to a passkey, or on', async () => {
    const provider = await providers.build({
      config: {
        ...everything,
        password: { enabled: true, ...conditional },
        passkey: { enabled: true, ...conditional },
      },
    });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { email: 'cho@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('cho@example.org') });
    expect(client.reply.name).toBe('credential_onboarding_chooser');
    expect(Object.keys(client.reply.actions)).toEqual([
      'continue_to_passkey_registration',
      'continue_to_password_registration',
      'skip',
    ]);
    await client.run('continue_to_password_registration');
    expect(Object.keys(client.reply.actions)).toEqual(['register_password', 'back']);
    await client.run('back');
    await client.run('continue_to_passkey_registration');
    expect(Object.keys(client.reply.actions)).toEqual([
      'webauthn_generate_creation_options',
      'back',
    ]);
    const authenticator = createSoftwareAuthenticator();
    await client.run('webauthn_generate_creation_options');
    expect(client.reply.name).toBe('onboarding_verify_passkey_attestation');
    const response = authenticator.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key: response });
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: { user: { passkeys: [{ id: authenticator.id, mfa_only: false }] } },
    });
    // Nobody with a credential is asked again.
    await nameOneself(client, 'cho@example.org');
    await client.run('continue_to_passcode_confirmation');
    await client.run('verify_passcode', { code: provider.codeFor('cho@example.org') });
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-10] [IDP-18] without passkey support the chooser becomes the password', async () => {
    const provider = await providers.build({
      config: {
        ...everything,
        password: { enabled: true, ...conditional },
        passkey: { enabled: true, ...conditional },
      },
    });
    const client = createWidgetClient(provider.app);
    await client.begin('registration', { webauthn: false });
    await client.run('register_login_identifier', { email: 'nop@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('nop@example.org') });
    expect(client.reply.name).toBe('password_creation');
    await client.run('skip');
    expect(client.reply.name).toBe('success');
    await client.begin('login', { webauthn: false });
    expect(client.reply.payload).toEqual({});
    expect(client.reply.actions).not.toHaveProperty('webauthn_verify_assertion_response');
    await client.run('webauthn_generate_request_options');
    expect(client.reply.name).toBe('login_init');
    expect(client.reply.error?.code).toBe('platform_authenticator_required');
  });

  test('[IDP-10] a skipped passkey is followed by the password that is wanted on condition', async () => {
    const provider = await providers.build({
      config: {
        ...everything,
        password: { enabled: true, ...conditional },
        passkey: { enabled: true, ...always },
      },
    });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { email: 'ski@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('ski@example.org') });
    expect(client.reply.name).toBe('onboarding_create_passkey');
    await client.run('skip');
    expect(client.reply.name).toBe('password_creation');
    await client.run('back');
    expect(client.reply.name).toBe('onboarding_create_passkey');
    await client.run('skip');
    await client.run('skip');
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-10] a bare account is asked for username and address at sign-in', async () => {
    const provider = await providers.build({
      config: { ...everything, username: { enabled: true }, email: { optional: true } },
    });
    await createPerson(provider, { email: 'bar@example.org', password });
    const client = createWidgetClient(provider.app);
    const enter = async (name: string) => {
      await nameOneself(client, name);
      if (client.reply.name === 'login_method_chooser')
        await client.run('continue_to_password_login');
      await client.run('password_login', { password });
    };
    await enter('bar@example.org');
    expect(Object.keys(client.reply.actions)).toEqual(['username_create', 'skip']);
    await client.run('username_create', { username: '!!!' });
    expect(client.reply.actions.username_create?.inputs.username?.error?.code).toBe(
      'invalid_username_error',
    );
    await client.run('username_create', { username: 'bar_1' });
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: { claims: { username: 'bar_1' } },
    });
  });

  test('[IDP-10] [IDP-16] an account without address proves one; a taken one leads nowhere', async () => {
    const provider = await providers.build({
      config: { ...everything, email: { optional: true } },
    });
    await createPerson(provider, { email: 'theirs@example.org' });
    await createPerson(provider, { username: 'noad_1', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'noad_1');
    await client.run('password_login', { password });
    expect(client.reply.name).toBe('onboarding_email');
    await client.run('email_address_set', { email: 'theirs@example.org' });
    expect(client.reply.name).toBe('passcode_confirmation');
    expect(provider.mails.at(-1)?.subject).toContain('already have an account');
    await client.run('back');
    await client.run('email_address_set', { email: 'noad@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('noad@example.org') });
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: { user: { emails: [{ address: 'noad@example.org', is_verified: true }] } },
    });
  });
});
