import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { IdentitySwitches } from '../../src/mount-identity.ts';
import type { TestProvider } from '../build-test-provider.ts';
import { createPerson, nameOneself } from '../create-person.ts';
import type { Engine } from '../open-test-database.ts';
import type { Providers } from '../providers.ts';
import { createWidgetClient, type Reply, type WidgetClient } from '../widget-client.ts';
import { createUserFixture, password } from './user-fixture.ts';

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
const walks = { PGlite: 50, PostgreSQL: 5 };
const stepsPerWalk = 100;

/** One step of a user fixture: which action, and how well it is filled in. */
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

/** Where a user fixture begins: at the door, or signed in on the account page. */
export type Beginning = 'outside' | 'inside';

/**
 * Lets user fixtures take 5,000 steps on one provider; returns the names of the states they saw.
 * Rejects with the way to a fault, to an offered action that cannot be taken, or to a
 * token that counts twice.
 */
export async function walkAtRandom(
  providers: Providers,
  engine: Engine,
  from: Beginning,
): Promise<ReadonlySet<string>> {
  const provider = await providers.build({ config: switches });
  const world = { provider, seen: new Set<string>(), from };
  await createPerson(provider, { email: 'a@example.org', username: 'taken', password });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: stepsPerWalk, maxLength: stepsPerWalk }),
      (steps) => walk(world, steps),
    ),
    { numRuns: walks[engine.name], seed: 20_261_120, endOnFailure: true },
  );
  return world.seen;
}

interface World {
  provider: TestProvider;
  seen: Set<string>;
  from: Beginning;
}

async function walk(world: World, steps: Step[]): Promise<void> {
  const { provider, seen, from } = world;
  const client = createWidgetClient(provider.app);
  const user = createUserFixture(provider, client);
  if (from === 'inside') await openProfile(provider, client);
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
        ? user.fillIn(inputs, given.pick)
        : { ...given.junk, ...Object.fromEntries(junk) };
      await client.run(name, data);
    }
    seen.add(client.reply.name);
    check(client.reply, name);
    const goesOn = name !== '' && client.reply.name !== 'error';
    if (goesOn && given.twice) await expectSpent(client, before, name);
  }
}

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
