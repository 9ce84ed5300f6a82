import { describe, expect, test } from 'vitest';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signUp } from '../../test/sign-up.ts';
import { createWidgetClient } from '../../test/widget-client.ts';

describe.each(engines)('cleaning up on $name', (engine) => {
  const providers = useProviders(engine);
  const tables = ['flows', 'passcodes', 'sessions', 'rate_limits', 'audit_log', 'users'] as const;

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

    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({
      flows: 2,
      passcodes: 1,
      sessions: 1,
      rate_limits: 2,
    });
    provider.clock.advance(300);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({
      flows: 2,
      passcodes: 0,
      sessions: 1,
      rate_limits: 0,
    });
    provider.clock.advance(24 * 60 * 60);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({ flows: 0, sessions: 0, users: 1, audit_log: 2 });
    provider.clock.advance(366 * 24 * 60 * 60);
    await provider.identity.removeExpired();
    expect(await countRows()).toMatchObject({ users: 1, audit_log: 0 });
  });
});
