import { expect } from 'vitest';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import { createPerson, nameOneself } from './create-person.ts';
import type { Engine } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';
import { everything } from './switches.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';

const password = 'maple-tram-42';

/** Providers for a describe block whose people sign in by username and password, and then by more. */
export function useSecondFactors(engine: Engine) {
  const providers = useProviders(engine);
  const build = (mfa: NonNullable<IdentitySwitches['mfa']> = {}) =>
    providers.build({ config: { ...everything, mfa: { ...everything.mfa, ...mfa } } });

  async function enter(client: WidgetClient, username: string): Promise<void> {
    await nameOneself(client, username);
    await client.run('password_login', { password });
  }

  async function openProfile(provider: TestProvider, username: string): Promise<WidgetClient> {
    await createPerson(provider, { username, password });
    const client = createWidgetClient(provider.app);
    await enter(client, username);
    await client.begin('profile');
    return client;
  }

  async function addKey(client: WidgetClient) {
    const key = createSoftwareAuthenticator();
    await client.run('security_key_create');
    const public_key = key.create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
    expect(client.reply).toMatchObject({ name: 'profile_init', status: 200 });
    return key;
  }

  return { build, enter, openProfile, addKey };
}
