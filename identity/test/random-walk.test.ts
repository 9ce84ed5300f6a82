import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import { createPerson, nameOneself } from './create-person.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts';
import { createWidgetClient, type Reply, type WidgetClient } from './widget-client.ts';

/** Everything on, and asked for whenever it can be. */
const switches: IdentitySwitches = {
  email: { optional: true },
  username: { enabled: true },
  password: { enabled: true },
  passkey: { enabled: true },
  mfa: { enabled: true, acquireOnLogin: true },
  thirdParty: {
    providers: [
      { id: 'custom_school', name: 'School', issuer: 'https://school.example', clientId: 'x' },
    ],
  },
  limits: { passcodeMailsPerMinute: 1000, passwordTriesPerMinute: 1000 },
};

const runs = 12;
const stepsPerRun = 40;

/** One step of a wanderer: which action, and how well it is filled in. */
const step = fc.record({
  pick: fc.nat(),
  sensible: fc.integer({ min: 0, max: 9 }).map((chance) => chance < 7),
  junk: fc.dictionary(fc.string(), fc.anything({ maxDepth: 1 })),
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.constant('\0'), fc.constant('')),
  flow: fc.constantFrom('login', 'registration', 'profile', 'token_exchange'),
});

describe.each(engines)('whatever people do on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-12] [IDP-16] no walk ends in a fault, every offered action can be taken, no token counts twice', async () => {
    const provider = await providers.build({ config: switches });
    const authenticator = createSoftwareAuthenticator();
    const seen = new Set<string>();
    await createPerson(provider, { email: 'a@example.org', username: 'taken', password });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: stepsPerRun, maxLength: stepsPerRun }),
        async (steps) => {
          const client = createWidgetClient(provider.app);
          if ((steps[0]?.pick ?? 0) % 2 === 0) await openProfile(provider, client);
          for (const given of steps) {
            const actions = Object.entries(client.reply.actions);
            provider.clock.advance(7);
            if (actions.length === 0) {
              await client.open(client.token || given.flow !== 'profile' ? given.flow : 'login');
              check(client.reply, seen);
              continue;
            }
            const before = client.reply;
            const [name, { inputs }] = actions[given.pick % actions.length] ?? ['', { inputs: {} }];
            const data = given.sensible
              ? fillIn(provider, { client, authenticator, name, inputs, pick: given.pick })
              : {
                  ...given.junk,
                  ...Object.fromEntries(Object.keys(inputs).map((key) => [key, given.text])),
                };
            await client.run(name, data);
            check(client.reply, seen);
            const ended = client.reply.name === 'error';
            if (!ended) await expectSpent(client, before, name);
          }
        },
      ),
      { numRuns: runs, seed: 20_261_120, endOnFailure: true },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['profile_init', 'success', 'thirdparty', 'mfa_method_chooser']),
    );
  }, 180_000);
});

const password = 'maple-tram-42';

/** Half of the wanderers begin on their account page. */
async function openProfile(provider: TestProvider, client: WidgetClient): Promise<void> {
  const username = `w_${randomBytes(6).toString('hex')}`;
  await createPerson(provider, { email: `${username}@example.org`, username, password });
  await nameOneself(client, username);
  await client.run('continue_to_password_login');
  await client.run('password_login', { password });
  while (client.reply.actions.skip) await client.run('skip');
  await client.begin('profile');
}

function check(reply: Reply, seen: Set<string>): void {
  seen.add(reply.name);
  // Only a lost race, a foreign token and a session that is gone may end a flow.
  const allowed = reply.name === 'error' ? [400, 401, 403] : [200, 400, 401, 403, 404, 429];
  expect(allowed, `${reply.name}: ${reply.error?.code}`).toContain(reply.status);
  for (const { href, inputs } of Object.values(reply.actions)) {
    expect(href).toMatch(/^\/[a-z_]+\?action=[a-z_]+%40[\da-f-]{36}$/);
    expect(typeof inputs).toBe('object');
  }
}

/** The token of the reply before is refused, and refusing it changes nothing. */
async function expectSpent(client: WidgetClient, before: Reply, action: string): Promise<void> {
  const current = client.reply;
  await client.replay(before, action);
  expect([401, 403]).toContain(client.reply.status);
  client.reply = current;
}

type Form = {
  client: WidgetClient;
  authenticator: SoftwareAuthenticator;
  name: string;
  inputs: Reply['actions'][string]['inputs'];
  pick: number;
};

/** What a person of good will would enter. */
function fillIn(provider: TestProvider, form: Form): Record<string, unknown> {
  const { client, authenticator, inputs, pick } = form;
  const { payload } = client.reply;
  const data: Record<string, unknown> = {};
  for (const [key, input] of Object.entries(inputs)) {
    const offered = input.allowed_values?.[pick % Math.max(1, input.allowed_values.length)]?.value;
    data[key] = offered ?? answers(pick)[key] ?? null;
    if (key === 'code') data[key] = newestCode(provider);
    if (key === 'public_key' && payload?.creation_options)
      data[key] = authenticator.create(payload);
    if (key === 'assertion_response' && payload?.request_options) {
      data[key] = authenticator.assert(payload);
    }
  }
  return data;
}

function answers(pick: number): Record<string, unknown> {
  const number = pick % 5;
  return {
    email: `walker${number}@example.org`,
    username: `walker_${number}`,
    identifier: number < 2 ? `walker${number}@example.org` : `walker_${number}`,
    password,
    new_password: password,
    webauthn_available: true,
    webauthn_conditional_mediation_available: number > 1,
    webauthn_platform_authenticator_available: number > 2,
    remember_me: number > 2,
    otp_code: '123456',
    passkey_name: 'My phone',
    passkey_id: 'none',
    security_key_id: 'none',
    email_id: 'none',
    redirect_to: 'http://localhost:3000/login',
    code_verifier: 'v'.repeat(64),
    token: 'none',
    patch_metadata: { number },
  };
}

function newestCode(provider: TestProvider): string {
  const mail = provider.mails.findLast(({ text }) => /^\d{6}$/m.test(text));
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '000000';
}
