import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('naming oneself at sign-in on $name', (engine) => {
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
});
