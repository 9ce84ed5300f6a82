import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn } from '../../test/sign-up.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';

describe.each(engines)('name and password on the account page on $name', (engine) => {
  const providers = useProviders(engine);

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
