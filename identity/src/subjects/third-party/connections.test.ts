import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { engines } from '../../../test/open-test-database.ts';
import { openProviderFixture } from '../../../test/provider-fixture.ts';
import { makeRoundTrip } from '../../../test/round-trip.ts';
import { signUp } from '../../../test/sign-up.ts';
import { createWidgetClient, type WidgetClient } from '../../../test/widget-client.ts';

/** What the widget reads to disconnect an account. */
const shown = z.object({
  user: z.object({ identities: z.tuple([z.object({ identity_id: z.string() })]) }),
});

describe.each(engines)('accounts at providers on $name', (engine) => {
  const fixture = openProviderFixture(engine);
  const { build } = fixture;
  const roundTrip = (client: WidgetClient) => makeRoundTrip(client, fixture.there);

  const connect = (client: WidgetClient) =>
    makeRoundTrip(client, fixture.there, { action: 'connect_thirdparty_oauth_provider' });

  async function openLogin(provider: TestProvider, flow = 'login'): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await client.begin(flow);
    return client;
  }

  test('[IDP-13] [IDP-14] accounts are connected and disconnected on the account page', async () => {
    const provider = await build();
    const client = await signUp(provider, 'conn@example.org');
    fixture.there.person = { sub: 'conn', email: 'other@school.edu', email_verified: true };
    await client.begin('profile');
    const trip = await connect(client);
    await client.run('exchange_token', trip);
    expect(client.reply).toMatchObject({
      name: 'profile_init',
      payload: { user: { identities: [{ id: 'conn', provider: 'School' }] } },
    });
    expect(client.reply.actions).not.toHaveProperty('connect_thirdparty_oauth_provider');

    const rival = await signUp(provider, 'rival@example.org');
    await rival.begin('profile');
    const taken = await connect(rival);
    expect(taken.landed.searchParams.get('error')).toBe('user_conflict');
    await rival.run('back');

    const { identity_id } = shown.parse(client.reply.payload).user.identities[0];
    await rival.begin('profile');
    expect(rival.reply.actions).not.toHaveProperty('disconnect_thirdparty_oauth_provider');
    await client.run('disconnect_thirdparty_oauth_provider', { identity_id });
    expect(client.reply.payload).not.toHaveProperty('user.identities');
  });

  test('[IDP-13] [IDP-14] a connection begun by somebody else does not end here', async () => {
    const provider = await build();
    const victim = await signUp(provider, 'victim@example.org');
    const attacker = await signUp(provider, 'attacker@example.org');
    fixture.there.person = { sub: 'attacker', email: 'attacker@school.edu', email_verified: true };
    const trips = [];
    for (const _ of ['for the victim', 'for a visitor']) {
      await attacker.begin('profile');
      trips.push(await connect(attacker));
    }
    const [first, second] = trips;
    await victim.begin('profile');
    await connect(victim);
    await victim.run('exchange_token', first);
    expect(victim.reply).toMatchObject({ name: 'profile_init', status: 400 });
    expect(victim.reply.payload).not.toHaveProperty('user.identities');
    const visitor = await openLogin(provider);
    await roundTrip(visitor);
    await visitor.run('exchange_token', second);
    expect(visitor.reply).toMatchObject({ name: 'login_init', status: 400 });
  });

  test('[IDP-13] the last way in stays: the only provider cannot be disconnected', async () => {
    const provider = await build({ config: { email: { optional: true, acquireOnLogin: false } } });
    fixture.there.person = { sub: 'only' };
    const client = await openLogin(provider);
    await client.run('exchange_token', await roundTrip(client));
    expect(client.reply.name).toBe('success');
    await client.begin('profile');
    const { inputs } = client.reply.actions.disconnect_thirdparty_oauth_provider ?? {};
    expect(inputs?.identity_id?.allowed_values).toEqual([]);
  });
});
