import { expect, test } from 'vitest';
import { createPerson, nameOneself } from './create-person.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { createWidgetClient } from './widget-client.ts';

const [pglite] = engines;
if (!pglite) throw new Error('there is always an engine');
const providers = useProviders(pglite);

test('[IDP-02] [IDP-10] without overrides a visitor signs up with an address, a code and two skips', async () => {
  const provider = await providers.build({ defaults: true });
  const client = createWidgetClient(provider.app);
  const screens = [(await client.begin('registration')).name];
  const step = async (action: string, data = {}) => {
    screens.push((await client.run(action, data)).name);
  };
  await step('register_login_identifier', { email: 'new@example.org', username: null });
  await step('verify_passcode', { code: provider.codeFor('new@example.org') });
  await step('skip');
  await step('skip');
  expect(screens).toEqual([
    'registration_init',
    'passcode_confirmation',
    'credential_onboarding_chooser',
    'mfa_method_chooser',
    'success',
  ]);
  expect(client.reply.headers).toMatchObject({
    'x-auth-token': expect.stringMatching(/^ey/),
    'x-session-lifetime': '43200',
    'x-session-retention': 'session',
  });
  await client.begin('profile');
  expect(client.reply.actions).toHaveProperty('account_delete');
});

test('[IDP-10] [IDP-18] without passkey support a password is offered in place of the choice', async () => {
  const provider = await providers.build({ defaults: true });
  const client = createWidgetClient(provider.app);
  await client.begin('registration', { webauthn: false });
  await client.run('register_login_identifier', { email: 'old@example.org' });
  await client.run('verify_passcode', { code: provider.codeFor('old@example.org') });
  expect(client.reply.name).toBe('password_creation');
  await client.run('register_password', { new_password: 'maple-tram-42' });
  expect(Object.keys(client.reply.actions)).toEqual(['continue_to_otp_secret_creation', 'skip']);
  await client.run('skip');
  expect(client.reply.name).toBe('success');
});

test('[IDP-01] [IDP-06] signing in offers code, password and passkey, and asks for what is missing', async () => {
  const provider = await providers.build({ defaults: true });
  await createPerson(provider, { email: 'back@example.org' });
  const client = createWidgetClient(provider.app);
  await nameOneself(client, 'back@example.org');
  const screens = [client.reply.name];
  await client.run('continue_to_passcode_confirmation');
  await client.run('verify_passcode', { code: provider.codeFor('back@example.org') });
  for (; client.reply.actions.skip; await client.run('skip')) screens.push(client.reply.name);
  expect([...screens, client.reply.name]).toEqual([
    'login_method_chooser',
    'onboarding_username',
    'credential_onboarding_chooser',
    'success',
  ]);
});
