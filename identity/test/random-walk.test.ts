import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import { createPerson, nameOneself } from './create-person.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { createWanderer, password } from './wanderer.ts';
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

/** All on the embedded database; elsewhere the statements are the same. */
const walks = { PGlite: 100, PostgreSQL: 10 };
const stepsPerWalk = 100;

/** One step of a wanderer: which action, and how well it is filled in. */
const step = fc.record({
  pick: fc.nat(),
  sensible: fc.integer({ min: 0, max: 9 }).map((chance) => chance < 7),
  junk: fc.dictionary(fc.string(), fc.anything({ maxDepth: 1 }), { maxKeys: 3 }),
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.constant('\0'), fc.constant('')),
  flow: fc.constantFrom('login', 'registration', 'profile', 'token_exchange'),
  /** Whether the token of the reply before is tried once more. */
  twice: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe.each(engines)('whatever people do on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-12] [IDP-16] of 10,000 steps none ends in a fault, every offered action can be taken, no token counts twice', async () => {
    const provider = await providers.build({ config: switches });
    const numRuns = walks[engine.name];
    const world = { provider, seen: new Set<string>() };
    await createPerson(provider, { email: 'a@example.org', username: 'taken', password });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: stepsPerWalk, maxLength: stepsPerWalk }),
        (steps) => walk(world, steps),
      ),
      { numRuns, seed: 20_261_120, endOnFailure: true },
    );
    expect([...world.seen]).toEqual(
      expect.arrayContaining(['profile_init', 'success', 'thirdparty', 'mfa_method_chooser']),
    );
    expect(provider.replies.length).toBeGreaterThan(numRuns * stepsPerWalk);
  }, 600_000);
});

type World = { provider: TestProvider; seen: Set<string> };

async function walk(world: World, steps: Step[]): Promise<void> {
  const { provider, seen } = world;
  const client = createWidgetClient(provider.app);
  const wanderer = createWanderer(provider, client);
  if ((steps[0]?.pick ?? 0) % 2 === 0) await openProfile(provider, client);
  for (const given of steps) {
    provider.clock.advance(7);
    const before = client.reply;
    const actions = Object.entries(before.actions);
    const [name, { inputs }] = actions[given.pick % actions.length] ?? ['', { inputs: {} }];
    if (name === '') {
      await client.open(client.token || given.flow !== 'profile' ? given.flow : 'login');
    } else {
      const junk = Object.keys(inputs).map((key) => [key, given.text]);
      const data = given.sensible
        ? wanderer.fillIn(inputs, given.pick)
        : { ...given.junk, ...Object.fromEntries(junk) };
      await client.run(name, data);
    }
    seen.add(client.reply.name);
    check(client.reply, name);
    const goesOn = name !== '' && client.reply.name !== 'error';
    if (goesOn && given.twice) await expectSpent(client, before, name);
  }
}

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

function check(reply: Reply, action: string): void {
  const told = `${action} led to ${reply.name} ${reply.status} ${reply.error?.code}`;
  // What is offered can be taken: only a session or an account that is gone may end a flow, and
  // an exchange without a token. Opening a flow needs a session or a provider.
  const allowed = reply.name === 'error' ? [400, 401] : [200, 400, 401, 403, 404, 429];
  if (!(action === '' ? [200, 401] : allowed).includes(reply.status)) throw new Error(told);
  expect(reply.name === 'error' ? reply.actions : reply.payload).toBeTypeOf('object');
  for (const { href, inputs } of Object.values(reply.actions)) {
    expect(href).toMatch(/^\/[a-z_]+\?action=[a-z_]+%40[\da-f-]{36}$/);
    expect(inputs).toBeTypeOf('object');
  }
}

/** The token of the reply before is refused, and refusing it changes nothing. */
async function expectSpent(client: WidgetClient, before: Reply, action: string): Promise<void> {
  const current = client.reply;
  await client.replay(before, action);
  expect([401, 403]).toContain(client.reply.status);
  client.reply = current;
}
