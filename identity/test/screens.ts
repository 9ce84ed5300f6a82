import { randomUUID } from 'node:crypto';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import { createStores } from '../src/store/stores.ts';
import type { TestProvider } from './build-test-provider.ts';
import { createPerson, nameOneself, setUpAuthenticator } from './create-person.ts';
import type { Providers } from './providers.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';
import { everything } from './switches.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';

interface OnScreen {
  client: WidgetClient;
  provider: TestProvider;
}

/** Opens a screen in a fresh browser; `tag` keeps the people of a test apart. */
type Way = (providers: Providers, tag: string) => Promise<OnScreen>;

const password = 'maple-tram-42';
const fixture = {
  id: 'custom_school',
  name: 'School',
  issuer: 'https://school.example',
  clientId: 'pathway',
};
const always = {
  enabled: true,
  acquireOnRegistration: 'always',
  acquireOnLogin: 'always',
} as const;
const conditional = {
  enabled: true,
  acquireOnRegistration: 'conditional',
  acquireOnLogin: 'conditional',
} as const;

/** A person with address, username and password in front of the sign-in screen. */
async function before(providers: Providers, tag: string, switches: IdentitySwitches = {}) {
  const config = { ...everything, thirdParty: { providers: [fixture] }, ...switches };
  const provider = await providers.build({ config });
  const username = tag.slice(-32);
  const email = `${tag}@example.org`;
  const client = createWidgetClient(provider.app);
  return { provider, client, username, email };
}

/** The same person, signed in by password as far as that goes. */
async function after(providers: Providers, tag: string, switches: IdentitySwitches = {}) {
  const at = await before(providers, tag, switches);
  await createPerson(at.provider, { username: at.username, password });
  await nameOneself(at.client, at.username);
  await at.client.run('password_login', { password });
  return at;
}

/** A person with address, signed in by code where nothing else is asked for first. */
async function afterCode(providers: Providers, tag: string, switches: IdentitySwitches) {
  const at = await before(providers, tag, { ...switches });
  await createPerson(at.provider, { email: at.email });
  await nameOneself(at.client, at.email);
  if (at.client.reply.name === 'login_method_chooser') {
    await at.client.run('continue_to_passcode_confirmation');
  }
  await at.client.run('verify_passcode', { code: at.provider.codeFor(at.email) });
  return at;
}

async function withFactors(providers: Providers, tag: string, factors: ('app' | 'key')[]) {
  const at = await after(providers, tag);
  const { client, provider } = at;
  await client.begin('profile');
  if (factors.includes('key')) {
    await client.run('security_key_create');
    const public_key = createSoftwareAuthenticator().create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
  }
  await client.run('continue_to_otp_secret_creation');
  const codeAt = await setUpAuthenticator(provider, client);
  provider.clock.advance(30);
  await nameOneself(client, at.username);
  await client.run('password_login', { password });
  return { ...at, codeAt };
}

async function namedByAddress(providers: Providers, tag: string): Promise<OnScreen> {
  const at = await before(providers, tag);
  await createPerson(at.provider, { email: at.email, password });
  await nameOneself(at.client, at.email);
  return at;
}

async function fullProfile(providers: Providers, tag: string): Promise<OnScreen> {
  const { client, provider, username, email } = await before(providers, tag);
  const userId = await createPerson(provider, { username, email, password });
  const { accounts, identities } = createStores(provider.db);
  const now = provider.clock.now();
  const more = { isPrimary: false };
  await accounts.addEmail(userId, { ...more, address: `1${email}`, isVerified: false }, now);
  await accounts.addEmail(userId, { ...more, address: `2${email}`, isVerified: true }, now);
  await identities.add(userId, { provider: 'custom_former', subject: randomUUID() }, now);
  const enter = async () => {
    await nameOneself(client, username);
    await client.run('continue_to_password_login');
    await client.run('password_login', { password });
  };
  await enter();
  await enter();
  await client.begin('profile');
  for (const action of ['webauthn_credential_create', 'security_key_create']) {
    await client.run(action);
    const public_key = createSoftwareAuthenticator().create(client.reply.payload);
    await client.run('webauthn_verify_attestation_response', { public_key });
  }
  await client.run('continue_to_otp_secret_creation');
  await setUpAuthenticator(provider, client);
  return { client, provider };
}

const identifierRows =
  (switches: IdentitySwitches): Way =>
  async (providers, tag) => {
    const at = await before(providers, tag, switches);
    await createPerson(at.provider, { username: 'sam_1', password }).catch(() => undefined);
    await at.client.begin('login');
    return at;
  };

/** How to get to each screen; the names are those of the recorded action contract. */
export const screens: Record<string, Way> = {
  async login_password(providers, tag) {
    const at = await namedByAddress(providers, tag);
    await at.client.run('continue_to_password_login');
    return at;
  },
  async login_password_other(providers, tag) {
    const at = await namedByAddress(providers, tag);
    await at.client.run('continue_to_password_login');
    return at;
  },
  async login_password_recovery(providers, tag) {
    const at = await namedByAddress(providers, tag);
    await at.client.run('continue_to_password_login');
    await at.client.run('continue_to_passcode_confirmation_recovery');
    await at.client.run('verify_passcode', { code: at.provider.codeFor(`${tag}@example.org`) });
    return at;
  },
  async password_creation(providers, tag) {
    const at = await afterCode(providers, tag, { password: conditional, passkey: always });
    await at.client.run('skip');
    return at;
  },
  login_method_chooser: namedByAddress,
  login_otp: (providers, tag) => changeOver(providers, tag),
  async login_security_key(providers, tag) {
    return withFactors(providers, tag, ['app', 'key']);
  },
  async mfa_otp_secret_creation(providers, tag) {
    const at = await after(providers, tag, { mfa: { enabled: true, acquireOnLogin: true } });
    await at.client.run('continue_to_otp_secret_creation');
    return at;
  },
  async mfa_security_key_creation(providers, tag) {
    const at = await after(providers, tag, { mfa: { enabled: true, acquireOnLogin: true } });
    await at.client.run('continue_to_security_key_creation');
    return at;
  },
  mfa_method_chooser: (providers, tag) => afterSignUp(providers, tag),
  mfa_method_chooser_single: (providers, tag) =>
    after(providers, tag, {
      mfa: { enabled: true, acquireOnLogin: true, securityKeys: { enabled: false } },
    }),
  onboarding_create_passkey: (providers, tag) => after(providers, tag, { passkey: always }),
  onboarding_email: (providers, tag) => after(providers, tag, { email: { optional: true } }),
  onboarding_username: (providers, tag) =>
    afterCode(providers, tag, { username: { enabled: true } }),
  credential_onboarding_chooser: (providers, tag) => afterSkip(providers, tag),
  device_trust: (providers, tag) => trust(providers, tag),
  async passcode_emptypayload(providers, tag) {
    const at = await namedByAddress(providers, tag);
    await at.client.run('continue_to_passcode_confirmation');
    return at;
  },
  login_both: identifierRows({}),
  login_username: identifierRows({ email: { useAsLoginIdentifier: false, optional: true } }),
  async registration_both(providers, tag) {
    const at = await before(providers, tag, { username: { enabled: true } });
    await at.client.begin('registration');
    return at;
  },
  profile_full: fullProfile,
};

async function changeOver(providers: Providers, tag: string): Promise<OnScreen> {
  const at = await withFactors(providers, tag, ['app', 'key']);
  await at.client.run('continue_to_login_otp');
  return at;
}

async function trust(providers: Providers, tag: string): Promise<OnScreen> {
  const { client, provider, codeAt } = await withFactors(providers, tag, ['app']);
  await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
  return { client, provider };
}

/** A chooser that was reached by skipping something can be left by `back`. */
async function afterSkip(providers: Providers, tag: string): Promise<OnScreen> {
  const at = await afterCode(providers, tag, {
    username: { enabled: true },
    password: conditional,
    passkey: conditional,
  });
  await at.client.run('skip');
  return at;
}

async function afterSignUp(providers: Providers, tag: string): Promise<OnScreen> {
  const { client, provider, email } = await before(providers, tag, {
    password: conditional,
    passkey: conditional,
    mfa: { enabled: true, acquireOnRegistration: true },
  });
  await client.begin('registration');
  await client.run('register_login_identifier', { email });
  await client.run('verify_passcode', { code: provider.codeFor(email) });
  await client.run('skip');
  return { client, provider };
}
