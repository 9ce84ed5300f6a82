import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { createPerson } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { openProviderFixture } from '../../test/provider-fixture.ts';
import { makeRoundTrip } from '../../test/round-trip.ts';
import { createWidgetClient, type WidgetClient } from '../../test/widget-client.ts';

const base = 'http://localhost:3000/identity';
const page = 'http://localhost:3000/login?keep=1';

describe.each(engines)('signing in with an OpenID Connect provider on $name', (engine) => {
  const fixture = openProviderFixture(engine);
  const { build } = fixture;
  const roundTrip = (client: WidgetClient) => makeRoundTrip(client, fixture.there);

  async function openLogin(provider: TestProvider, flow = 'login'): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app);
    await client.begin(flow);
    return client;
  }

  test.each(['login', 'registration'])(
    '[IDP-14] somebody new gets an account in the %s flow, and is known the next time',
    async (flow) => {
      const provider = await build();
      fixture.there.person = {
        sub: `new-${flow}`,
        email: `New-${flow}@school.edu`,
        email_verified: true,
      };
      const ids: unknown[] = [];
      for (const time of [1, 2]) {
        const client = await openLogin(provider, flow);
        expect(client.reply.actions.thirdparty_oauth?.inputs).toMatchObject({
          provider: { allowed_values: [{ value: 'custom_school', name: 'School' }], hidden: true },
          redirect_to: { required: true, hidden: true },
          code_verifier: { hidden: true },
        });
        const { landed, token, code_verifier } = await roundTrip(client);
        expect(landed.href.startsWith(page)).toBe(true);
        await client.run('exchange_token', { token, code_verifier });
        expect(client.reply).toMatchObject({
          name: 'success',
          payload: {
            user: {
              emails: [{ address: `new-${flow}@school.edu`, is_verified: true }],
              identities: [{ provider: 'School', id: `new-${flow}` }],
            },
            claims: { amr: ['ext:custom_school'] },
          },
        });
        const lastLogin = { login_method: 'third_party', third_party_provider: 'custom_school' };
        expect(client.reply.payload?.last_login).toEqual(flow === 'login' ? lastLogin : undefined);
        ids.push(client.reply.payload?.user);
        expect(ids).toHaveLength(time);
      }
      expect(ids[1]).toMatchObject({ id: (ids[0] as { id: string }).id });
    },
  );

  test('[IDP-14] [IDP-16] a denial comes back as access_denied, and back leads to the screen', async () => {
    const provider = await build();
    fixture.there.person = { sub: 'denier', denies: true };
    const client = await openLogin(provider);
    const { landed } = await roundTrip(client);
    expect(landed.searchParams.get('error')).toBe('access_denied');
    expect(landed.searchParams.get('keep')).toBe('1');
    await client.run('back');
    expect(client.reply).toMatchObject({ name: 'login_init', status: 200 });
  });

  test('[IDP-14] the same verified address links the account; an unproved one of ours does not', async () => {
    const provider = await build();
    const userId = await createPerson(provider, { email: 'link@school.edu' });
    fixture.there.person = { sub: 'linker', email: 'link@school.edu', email_verified: true };
    const client = await openLogin(provider);
    const trip = await roundTrip(client);
    await client.run('exchange_token', trip);
    expect(client.reply.payload).toMatchObject({ user: { id: userId } });

    const open = await build({ config: { email: { requireVerification: false } } });
    const squatter = createWidgetClient(open.app);
    await squatter.begin('registration');
    await squatter.run('register_login_identifier', { email: 'victim@school.edu' });
    expect(squatter.reply.name).toBe('success');
    fixture.there.person = { sub: 'victim', email: 'victim@school.edu', email_verified: true };
    const { landed } = await roundTrip(await openLogin(open));
    expect(landed.searchParams.get('error')).toBe('user_conflict');
  });

  test('[IDP-14] an address the provider has not verified is proved by a code first', async () => {
    const provider = await build();
    const userId = await createPerson(provider, { email: 'unsure@school.edu' });
    fixture.there.person = { sub: 'unsure', email: 'unsure@school.edu', email_verified: false };
    const client = await openLogin(provider);
    await client.run('exchange_token', await roundTrip(client));
    expect(client.reply.name).toBe('passcode_confirmation');
    const linked = await provider.db
      .selectFrom('identity.identities')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    expect(linked).toEqual([]);
    await client.run('verify_passcode', { code: provider.codeFor('unsure@school.edu') });
    expect(client.reply).toMatchObject({ name: 'success', payload: { user: { id: userId } } });

    fixture.there.person = { sub: 'unsure-2', email: 'fresh@school.edu', email_verified: false };
    const fresh = await openLogin(provider);
    await fresh.run('exchange_token', await roundTrip(fresh));
    await fresh.run('verify_passcode', { code: provider.codeFor('fresh@school.edu') });
    expect(fresh.reply).toMatchObject({
      name: 'success',
      payload: { user: { emails: [{ address: 'fresh@school.edu', is_verified: true }] } },
    });
  });

  test('[IDP-14] nobody comes back by an ID token that the provider has not signed', async () => {
    const provider = await build();
    fixture.there.person = { sub: 'forged', email: 'forged@school.edu', email_verified: true };
    fixture.there.forgesSignatures = true;
    const { landed } = await roundTrip(await openLogin(provider));
    fixture.there.forgesSignatures = false;
    expect(landed.searchParams.get('error')).toBe('server_error');
    expect(landed.searchParams.has('hanko_token')).toBe(false);
  });

  test('[IDP-10] [IDP-14] without an address the account is asked for one', async () => {
    const provider = await build();
    fixture.there.person = { sub: 'mailless' };
    const client = await openLogin(provider);
    await client.run('exchange_token', await roundTrip(client));
    expect(client.reply.name).toBe('onboarding_email');
    await client.run('email_address_set', { email: 'mailless@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('mailless@example.org') });
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-14] [IDP-16] neither sign-up nor linking where they are switched off', async () => {
    const closed = await build({ config: { account: { allowSignup: false } } });
    fixture.there.person = { sub: 'late', email: 'late@school.edu', email_verified: true };
    const late = await roundTrip(await openLogin(closed));
    expect(late.landed.searchParams.get('error')).toBe('signup_disabled');
    const apart = await build({ entry: { allowLinking: false } });
    await createPerson(apart, { email: 'apart@school.edu' });
    fixture.there.person = { sub: 'apart', email: 'apart@school.edu', email_verified: true };
    const { landed } = await roundTrip(await openLogin(apart));
    expect(landed.searchParams.get('error')).toBe('user_conflict');
    expect(landed.searchParams.has('hanko_token')).toBe(false);
  });

  test('[IDP-14] a token is for one use, one minute and the browser that began', async () => {
    const provider = await build();
    fixture.there.person = { sub: 'once', email: 'once@school.edu', email_verified: true };
    const client = await openLogin(provider);
    const first = await roundTrip(client);
    const failed = {
      name: 'login_init',
      status: 400,
      error: { code: 'form_data_invalid_error' },
    };
    const thief = { ...first, code_verifier: randomBytes(48).toString('base64url') };
    expect(await client.run('exchange_token', thief)).toMatchObject(failed);
    const second = await roundTrip(client);
    provider.clock.advance(61);
    expect(await client.run('exchange_token', second)).toMatchObject(failed);
    const third = await roundTrip(client);
    await client.run('exchange_token', third);
    expect(client.reply.name).toBe('success');
    const other = await openLogin(provider);
    await roundTrip(other);
    expect(await other.run('exchange_token', third)).toMatchObject(failed);
    const forged = { token: 'tampered', code_verifier: third.code_verifier };
    await roundTrip(other);
    expect(await other.run('exchange_token', forged)).toMatchObject(failed);
  });

  test.each([
    '//evil.example',
    'https://evil.example/login',
    'http://localhost:3000.evil.example/',
    'http://user:pw@localhost:3000/',
    'http://localhost:4000/login',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
  ])('[IDP-14] nobody is sent back to %s', async (redirect_to) => {
    const provider = await build();
    const client = await openLogin(provider);
    const code_verifier = randomBytes(48).toString('base64url');
    await client.run('thirdparty_oauth', { provider: 'custom_school', redirect_to, code_verifier });
    expect(client.reply).toMatchObject({ name: 'login_init', status: 400 });
    expect(client.reply.actions.thirdparty_oauth?.inputs.redirect_to?.error).toBeDefined();
  });

  test('[IDP-14] forged, foreign and outdated states and codes lead to the page with an error', async () => {
    const provider = await build();
    fixture.there.person = { sub: 'forger', email: 'forger@school.edu', email_verified: true };
    const client = await openLogin(provider);
    for (const path of ['authorize', 'callback']) {
      const { location } = await client.navigate(`/thirdparty/${path}?state=forged&code=x`);
      expect(location).toContain('http://localhost:3000/login?error=invalid_request');
    }
    const code_verifier = randomBytes(48).toString('base64url');
    const input = { provider: 'custom_school', redirect_to: page, code_verifier };
    await client.run('thirdparty_oauth', input);
    const url = String(client.reply.payload?.redirect_url);
    const state = new URL(url).searchParams.get('state') ?? '';
    const wrongCode = await client.navigate(`/thirdparty/callback?state=${state}&code=wrong`);
    expect(wrongCode.location).toContain('error=server_error');
    provider.clock.advance(301);
    const late = await client.navigate(url.slice(base.length));
    expect(late.location).toContain('error=invalid_request');
    expect(provider.logged.join()).not.toContain(state);
  });

  test('[IDP-14] a provider that cannot be reached is an error on the page, not a fault', async () => {
    const provider = await build({ entry: { issuer: 'http://127.0.0.1:1' } });
    const client = await openLogin(provider);
    const code_verifier = randomBytes(48).toString('base64url');
    await client.run('thirdparty_oauth', {
      provider: 'custom_school',
      redirect_to: page,
      code_verifier,
    });
    const url = String(client.reply.payload?.redirect_url);
    const { status, location } = await client.navigate(url.slice(base.length));
    expect([status, new URL(location).searchParams.get('error')]).toEqual([307, 'server_error']);
  });

  test('[IDP-14] a provider may be asked to let people choose, but not to forget what protects them', async () => {
    const parameters = {
      prompt: 'select_account',
      state: 'x',
      redirect_uri: 'https://evil.example',
    };
    const client = await openLogin(await build({ entry: { parameters } }));
    await client.run('thirdparty_oauth', {
      provider: 'custom_school',
      redirect_to: page,
      code_verifier: 'v'.repeat(64),
    });
    const { location } = await client.navigate(
      String(client.reply.payload?.redirect_url).slice(base.length),
    );
    const asked = new URL(location).searchParams;
    expect(asked.get('prompt')).toBe('select_account');
    expect(asked.get('redirect_uri')).toBe(`${base}/thirdparty/callback`);
    expect(asked.get('state')).not.toBe('x');
    expect(asked.get('code_challenge_method')).toBe('S256');
  });

  test('[IDP-14] a response by form is passed on to the callback', async () => {
    const { app } = await build();
    const response = await app.inject({
      method: 'POST',
      url: '/identity/thirdparty/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'state=s&code=c%26d',
    });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(`${base}/thirdparty/callback?state=s&code=c%26d`);
  });
});
