import { describe, expect, test } from 'vitest';
import { engines } from '../test/open-test-database.ts';
import { useProviders } from '../test/providers.ts';
import { signUp } from '../test/sign-up.ts';
import { createWidgetClient, type WidgetClient } from '../test/widget-client.ts';

describe.each(engines)('cleaning up on $name', (engine) => {
  const providers = useProviders(engine);
  const tables = [
    'flows',
    'passcodes',
    'sessions',
    'rate_limits',
    'known_browsers',
    'audit_log',
    'failures',
    'users',
  ] as const;

  async function countRows(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { db } = providers.database;
      counts[table] = (await db.selectFrom(`identity.${table}`).selectAll().execute()).length;
    }
    return counts;
  }

  test('[IDP-19] what has expired goes, what lives stays', async () => {
    const provider = await providers.build();
    await signUp(provider, 'ann@example.org');
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    await client.run('continue_with_login_identifier', { email: 'ann@example.org' });
    await client.run('verify_passcode', { code: 'wrong' });

    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({
      flows: 2,
      passcodes: 1,
      sessions: 1,
      rate_limits: 7,
    });
    provider.clock.advance(300);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({
      flows: 2,
      passcodes: 0,
      sessions: 1,
      rate_limits: 5,
    });
    provider.clock.advance(24 * 60 * 60);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({
      flows: 0,
      sessions: 0,
      rate_limits: 0,
      known_browsers: 1,
      users: 1,
      audit_log: 2,
      failures: 1,
    });
    provider.clock.advance(90 * 24 * 60 * 60);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({ audit_log: 2, failures: 0 });
    provider.clock.advance(366 * 24 * 60 * 60);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({ users: 1, known_browsers: 0, audit_log: 0 });
  });

  test('[IDP-16] of the flows that one network opened the newest stay, and nobody else loses one', async () => {
    const provider = await providers.build({ config: { limits: { flowsKept: 3 } } });
    const other = createWidgetClient(provider.app, '192.0.2.2');
    await other.begin('login');
    const clients = Array.from({ length: 5 }, () => createWidgetClient(provider.app, '192.0.2.1'));
    for (const client of clients) {
      await client.begin('login');
      provider.clock.advance(1);
    }
    await provider.identity.removeExpired();
    const step = async (client: WidgetClient) =>
      (await client.run('remember_me', { remember_me: true })).status;
    const statuses: number[] = [];
    for (const client of [...clients, other]) statuses.push(await step(client));
    expect(statuses).toEqual([403, 403, 200, 200, 200, 200]);
  });
});
