import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, nameOneself, setUpAuthenticator } from '../create-person.ts';
import { engines } from '../open-test-database.ts';
import { openProviderFixture, type ProviderFixture } from '../provider-fixture.ts';
import { makeRoundTrip, travel } from '../round-trip.ts';
import { screens } from '../screens.ts';
import { signUp } from '../sign-up.ts';
import { createSoftwareAuthenticator } from '../software-authenticator.ts';
import { everything } from '../switches.ts';
import { createWidgetClient } from '../widget-client.ts';
import { demands, waivers } from './amendments.ts';
import { createReplyValidator, type WireReply } from './create-reply-validator.ts';

describe.each(engines.slice(0, 1))('the documents as they were published', (engine) => {
  const fixture = openProviderFixture(engine);
  let replies: WireReply[] = [];

  beforeAll(async () => {
    replies = [
      ...(await visitScreens(fixture)),
      ...(await signInAtSchool(fixture)),
      ...(await confirmBySecondFactor(fixture)),
      ...(await misuse(fixture)),
    ];
  }, 60_000);

  test('[IDP-19] with all waivers every kind of reply is valid', () => {
    const validate = createReplyValidator();
    expect(replies.flatMap(validate)).toEqual([]);
  });

  test.each(waivers)('[IDP-19] a waiver is still needed: $reason', (waiver) => {
    const others = waivers.filter((other) => other !== waiver);
    const validate = createReplyValidator([...others, ...demands]);
    expect(replies.some((reply) => validate(reply).length > 0)).toBe(true);
  });
});

/** Screens whose replies differ from what is published. */
async function visitScreens({ providers }: ProviderFixture): Promise<WireReply[]> {
  const found: WireReply[] = [];
  const visit = async (name: string) => {
    const at = await screens[name]?.(providers, `waived_${name}`);
    if (!at) throw new Error(`no way to ${name} is known`);
    found.push(...at.provider.replies);
    return at;
  };
  for (const name of ['login_username', 'registration_both', 'login_password', 'profile_full']) {
    await visit(name);
  }
  const { client, provider } = await visit('onboarding_create_passkey');
  await client.run('webauthn_generate_creation_options');
  await client.run('webauthn_verify_attestation_response', { public_key: {} });
  const creation = await visit('password_creation');
  await creation.client.run('register_password', { new_password: 'short' });
  found.push(...provider.replies, ...creation.provider.replies);
  return found;
}

async function signInAtSchool(fixture: ProviderFixture): Promise<WireReply[]> {
  const provider = await fixture.build();
  fixture.there.person = { sub: 'waived', email: 'waived@school.edu', email_verified: true };
  const client = createWidgetClient(provider.app);
  await client.begin('login');
  await client.run('exchange_token', await makeRoundTrip(client, fixture.there));
  const issuer = encodeURIComponent(fixture.there.settings.issuer);
  const { location } = await client.navigate(`/thirdparty/initiate?iss=${issuer}`);
  await travel(client, fixture.there, location);
  await client.open('token_exchange');
  await client.run('back');
  const payload = new URLSearchParams({ error: 'access_denied' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await provider.app.inject({
    method: 'POST',
    url: '/identity/thirdparty/callback',
    headers,
    payload,
  });
  return provider.replies;
}

/** People whom the institution has sent here, one with a security key and one with an app. */
async function confirmBySecondFactor(fixture: ProviderFixture): Promise<WireReply[]> {
  const provider = await fixture.build({ config: everything });
  const password = 'maple-tram-42';
  const enter = async (name: string) => {
    fixture.there.person = { sub: name, email: `${name}@school.edu`, email_verified: true };
    const client = createWidgetClient(provider.app);
    const issuer = encodeURIComponent(fixture.there.settings.issuer);
    const { location } = await client.navigate(`/thirdparty/initiate?iss=${issuer}`);
    const landed = await travel(client, fixture.there, location);
    await client.open('token_exchange');
    await client.run('exchange_token', { token: landed.searchParams.get('hanko_token') });
    return client;
  };
  const setUp = async (name: string) => {
    await createPerson(provider, { username: name, email: `${name}@school.edu`, password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, name);
    await client.run('continue_to_password_login');
    await client.run('password_login', { password });
    await client.begin('profile');
    return client;
  };
  const owner = await setUp('waived_key');
  const key = createSoftwareAuthenticator();
  await owner.run('security_key_create');
  const public_key = key.create(owner.reply.payload);
  await owner.run('webauthn_verify_attestation_response', { public_key });
  const client = await enter('waived_key');
  await client.run('webauthn_generate_request_options');
  const assertion_response = key.assert(client.reply.payload);
  await client.run('webauthn_verify_assertion_response', { assertion_response });
  const other = await setUp('waived_app');
  await other.run('continue_to_otp_secret_creation');
  await setUpAuthenticator(provider, other);
  await enter('waived_app');
  return provider.replies;
}

/** What no widget asks for. */
async function misuse({ providers }: ProviderFixture): Promise<WireReply[]> {
  const provider = await providers.build();
  const client = await signUp(provider, 'waived-misuse@example.org');
  await client.get('/sessions/validate');
  await client.get('/health/alive');
  client.token = undefined;
  await client.get('/users/00000000-0000-4000-8000-000000000000');
  const headers = { 'content-type': 'text/plain' };
  await provider.app.inject({ method: 'POST', url: '/identity/login', headers, payload: 'x' });
  const busy = await providers.build({ secondsToWait: async () => 1 });
  await busy.app.inject('/identity/me');
  return [...provider.replies, ...busy.replies];
}
