import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPerson, nameOneself } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { everything } from '../../test/switches.ts';
import { createWidgetClient } from '../../test/widget-client.ts';
import { createFailureStore } from './failure-store.ts';

describe.each(engines)('failures on $name', (engine) => {
  const providers = useProviders(engine);
  const readAll = () =>
    providers.database.db
      .selectFrom('identity.failures')
      .select(['event', 'user_id', 'hour', 'count'])
      .orderBy('hour')
      .orderBy('user_id')
      .execute();
  const forget = () => providers.database.db.deleteFrom('identity.failures').execute();

  test('are one row for an event, an account and an hour', async () => {
    const store = createFailureStore(providers.database.db);
    const [ann, at] = [randomUUID(), (time: string) => new Date(`2026-11-20T${time}Z`)];
    for (const time of ['10:00:00', '10:30:00', '10:59:59.999']) {
      await store.count('login_failed', ann, at(time));
      await store.count('login_failed', null, at(time));
    }
    await store.count('login_failed', ann, at('11:00:00'));
    await store.count('third_party_failed', null, at('11:00:00'));
    expect(await readAll()).toEqual([
      { event: 'login_failed', user_id: ann, hour: at('10:00:00'), count: 3 },
      { event: 'login_failed', user_id: null, hour: at('10:00:00'), count: 3 },
      { event: 'login_failed', user_id: ann, hour: at('11:00:00'), count: 1 },
      { event: 'third_party_failed', user_id: null, hour: at('11:00:00'), count: 1 },
    ]);
    await store.removeBefore(at('11:00:00'));
    expect(await readAll()).toHaveLength(2);
    await forget();
  });

  test('[IDP-19] of passwords, codes and passkeys tell operators which account is guessed at', async () => {
    const provider = await providers.build({ config: everything });
    const userId = await createPerson(provider, {
      email: 'aim@example.org',
      password: 'tram-42-x',
    });
    const hour = new Date('2026-11-20T10:00:00Z');
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'aim@example.org');
    await client.run('webauthn_generate_request_options');
    await client.run('webauthn_verify_assertion_response', { assertion_response: {} });
    await client.run('back');
    await client.run('continue_to_password_login');
    await client.run('password_login', { password: 'wrong-tram-42' });
    await client.run('continue_to_login_method_chooser');
    await client.run('continue_to_passcode_confirmation');
    await client.run('verify_passcode', { code: 'wrong' });
    expect(await readAll()).toEqual([{ event: 'login_failed', user_id: userId, hour, count: 3 }]);
    await forget();
  });

  test('[IDP-19] of strangers are one row an hour, however many names and passkeys they try', async () => {
    const provider = await providers.build({ config: everything });
    for (let round = 0; round < 3; round += 1) {
      const client = createWidgetClient(provider.app);
      await client.begin('login');
      await client.run('webauthn_verify_assertion_response', { assertion_response: {} });
      await nameOneself(client, `nobody-${round}@example.org`);
      await client.run('continue_to_password_login');
      await client.run('password_login', { password: 'wrong-tram-42' });
    }
    expect(await readAll()).toMatchObject([{ user_id: null, count: 6 }]);
    const audit = await provider.db.selectFrom('identity.audit_log').selectAll().execute();
    expect(audit).toEqual([]);
    await forget();
  });
});
