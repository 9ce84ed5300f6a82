import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { createPerson } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { openProviderFixture } from '../../test/provider-fixture.ts';
import { travel } from '../../test/round-trip.ts';
import { createWidgetClient, type WidgetClient } from '../../test/widget-client.ts';

describe.each(engines)('single sign-on by an institution on $name', (engine) => {
  const fixture = openProviderFixture(engine);
  const { build } = fixture;
  async function openLogin(provider: TestProvider, flow = 'login'): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await client.begin(flow);
    return client;
  }

  test('[IDP-01] [IDP-15] an address of an institution signs in there', async () => {
    const provider = await build({ entry: { domains: ['School.edu'] } });
    fixture.there.person = { sub: 'pupil', email: 'pupil@school.edu', email_verified: true };
    for (const flow of ['login', 'registration']) {
      const client = await openLogin(provider, flow);
      const action =
        flow === 'login' ? 'continue_with_login_identifier' : 'register_login_identifier';
      await client.run(action, { email: 'pupil@school.edu' });
      expect(client.reply.name).toBe('thirdparty');
      const landed = await travel(
        client,
        fixture.there,
        String(client.reply.payload?.redirect_url),
      );
      const token = landed.searchParams.get('hanko_token');
      await client.run('exchange_token', { token });
      expect(client.reply.name).toBe('success');
    }
  });

  describe('begun by the institution', () => {
    async function arrive(provider: TestProvider, client: WidgetClient): Promise<URL> {
      const iss = encodeURIComponent(fixture.there.settings.issuer);
      const target = encodeURIComponent('http://localhost:3000/login?from=sso');
      const path = `/thirdparty/initiate?iss=${iss}&target_link_uri=${target}`;
      const { status, location } = await client.navigate(path);
      expect(status).toBe(302);
      expect(provider.logged).toEqual([]);
      return travel(client, fixture.there, location);
    }

    test('[IDP-15] the hint and the token are in the address, and the exchange signs in', async () => {
      const provider = await build();
      fixture.there.person = { sub: 'sso', email: 'sso@school.edu', email_verified: true };
      const client = createWidgetClient(provider.app);
      const landed = await arrive(provider, client);
      expect(landed.searchParams.get('from')).toBe('sso');
      expect(landed.searchParams.get('saml_hint')).toBe('idp_initiated');
      await client.open('token_exchange');
      expect(client.reply).toMatchObject({
        name: 'thirdparty',
        payload: { redirect_url: 'http://localhost:3000/login' },
      });
      expect(Object.keys(client.reply.actions)).toEqual(['exchange_token', 'back']);
      await client.run('exchange_token', { token: landed.searchParams.get('hanko_token') });
      expect(client.reply).toMatchObject({
        name: 'success',
        payload: { last_login: { login_method: 'third_party' } },
      });
    });

    test('[IDP-15] a refusal brings the hint as well, so that the widget reads it', async () => {
      const provider = await build();
      fixture.there.person = { sub: 'denier', denies: true };
      const landed = await arrive(provider, createWidgetClient(provider.app));
      expect(landed.searchParams.get('error')).toBe('access_denied');
      expect(landed.searchParams.get('saml_hint')).toBe('idp_initiated');
      expect(landed.searchParams.has('hanko_token')).toBe(false);
    });

    test('[IDP-15] a token that another browser has fetched does not sign this one in', async () => {
      const provider = await build();
      fixture.there.person = {
        sub: 'attacker-sso',
        email: 'attsso@school.edu',
        email_verified: true,
      };
      const landed = await arrive(provider, createWidgetClient(provider.app));
      const victim = createWidgetClient(provider.app);
      await victim.open('token_exchange');
      await victim.run('exchange_token', { token: landed.searchParams.get('hanko_token') });
      expect(victim.reply).toMatchObject({
        name: 'error',
        status: 400,
        error: { code: 'form_data_invalid_error' },
        actions: {},
        csrf_token: '',
      });
    });

    test('[IDP-15] without a token back leads to a fresh sign-in under the same id', async () => {
      const provider = await build();
      await createPerson(provider, { email: 'belt@example.org' });
      const client = createWidgetClient(provider.app);
      await client.open('token_exchange');
      await client.run('back');
      expect(client.reply.name).toBe('preflight');
      expect(client.reply.actions.register_client_capabilities?.href).toMatch(/^\/login\?action=/);
      await client.pass();
      expect(client.reply.name).toBe('login_init');
      await client.run('continue_with_login_identifier', { email: 'belt@example.org' });
      await client.run('verify_passcode', { code: provider.codeFor('belt@example.org') });
      expect(client.reply.name).toBe('success');
    });

    test('[IDP-15] an unknown institution is refused; without providers there is no such flow', async () => {
      const provider = await build();
      const client = createWidgetClient(provider.app);
      const { status } = await client.navigate('/thirdparty/initiate?iss=https://evil.example');
      expect(status).toBe(400);
      const plain = createWidgetClient((await fixture.buildWithout()).app);
      expect(await plain.open('token_exchange')).toMatchObject({ name: 'error', status: 403 });
    });
  });
});
