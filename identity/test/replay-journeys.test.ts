import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';

/** What the widget did step by step, and where each step led. */
const journeys = z.record(
  z.string(),
  z.array(
    z.strictObject({
      /** An action, or `open` and the flow. */
      action: z.string(),
      /** The names of what the widget sent. */
      inputs: z.array(z.string()),
      state: z.string(),
      status: z.int(),
      payload: z.array(z.string()),
      error: z.string().optional(),
    }),
  ),
);
type Step = z.output<typeof journeys>[string][number];

const file = new URL('recordings/journeys.json', import.meta.url);
const recorded = journeys.parse(JSON.parse(await readFile(file, 'utf8')));
const address = 'journey@example.org';
const switches: IdentitySwitches = {
  passkey: { enabled: true, acquireOnRegistration: 'always', acquireOnLogin: 'never' },
  mfa: { enabled: true, acquireOnRegistration: false, deviceTrustPolicy: 'never' },
};

describe.each(engines)('the recorded life of an account on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-02] [IDP-06] [IDP-07] [IDP-08] [IDP-10] [IDP-11] [IDP-13] every step leads where it led', async () => {
    const provider = await providers.build({ config: switches });
    const client = createWidgetClient(provider.app);
    const passkey = createSoftwareAuthenticator();
    const key = createSoftwareAuthenticator();
    const person: Person = { provider, client, authenticator: passkey, secret: { base32: '' } };
    const withKey = { ...person, authenticator: key };
    const replay = async (name: string, hands = person) => {
      const steps = recorded[name] ?? [];
      expect(steps).not.toHaveLength(0);
      const replied: Step[] = [];
      for (const step of steps) replied.push(await take(hands, step));
      expect({ name, steps: replied }).toEqual({ name, steps });
    };

    await replay('registration-passcode-passkey');
    await replay('login-conditional-ui');
    await client.begin('login');
    await replay('login-rememberme-passkey');
    await replay('profile-init');
    await replay('profile-duplicate-passkey');
    await replay('profile-rename');
    await replay('profile-security-key-create', withKey);
    await replay('profile-totp-setup');
    provider.clock.advance(60);
    await client.begin('login');
    await replay('login-passkey-unknown-credential', {
      ...person,
      authenticator: createSoftwareAuthenticator(),
    });
    await replay('login-mfa-security-key', withKey);
    const mfa = { ...switches.mfa, deviceTrustPolicy: 'prompt' } as const;
    const asking = await providers.build({
      config: { ...switches, mfa },
      clock: provider.clock,
      sendMail: async (mail) => void provider.mails.push(mail),
    });
    provider.clock.advance(60);
    const again = createWidgetClient(asking.app);
    await again.begin('login');
    await replay('login-mfa-otp-device-trust', { ...person, client: again });
  });
});

interface Person {
  provider: TestProvider;
  client: WidgetClient;
  authenticator: SoftwareAuthenticator;
  /** What the authenticator app has scanned. */
  secret: { base32: string };
}

async function take(person: Person, step: Step): Promise<Step> {
  const { client } = person;
  if (step.action.startsWith('open ')) await client.open(step.action.slice('open '.length));
  else {
    const data = step.inputs.map((name) => [name, fill(person, name, step)]);
    await client.run(step.action, Object.fromEntries(data));
  }
  const { name, status, payload = {}, error } = client.reply;
  if (typeof payload.otp_secret === 'string') person.secret.base32 = payload.otp_secret;
  const { action, inputs } = step;
  return {
    action,
    inputs,
    state: name,
    status,
    payload: Object.keys(payload).toSorted(),
    ...(error ? { error: error.code } : {}),
  };
}

/** What the person enters; wrong where the recorded step failed. */
function fill(person: Person, name: string, step: Step): unknown {
  const { provider, client, authenticator, secret } = person;
  const fails = step.error !== undefined;
  switch (name) {
    case 'email':
      return address;
    case 'code':
      return fails ? 'wrong' : provider.codeFor(address);
    case 'otp_code':
      if (fails) return 'wrong';
      return new TOTP({ secret: secret.base32 }).generate({
        timestamp: provider.clock.now().getTime(),
      });
    case 'public_key':
      return authenticator.create(client.reply.payload);
    case 'assertion_response':
      return authenticator.assert(client.reply.payload);
    case 'passkey_id':
      return z
        .object({ user: z.object({ passkeys: z.array(z.object({ id: z.string() })) }) })
        .parse(client.reply.payload).user.passkeys[0]?.id;
    case 'passkey_name':
      return 'My phone';
    default:
      return true;
  }
}
