import { describe, expect, test } from 'vitest';
import type { PasswordHasher } from '../../engine/runtime.ts';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { createPerson, nameOneself } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import { cheapHashing, everything } from '../../../test/switches.ts';
import { createWidgetClient, type WidgetClient } from '../../../test/widget-client.ts';
import { createPasswordHasher } from './hashing.ts';

const password = 'maple-tram-42';

/** A hasher whose work waits, once it is held, until it is let go; `asked` comes when there is some. */
async function createHeldHasher() {
  const hasher = await createPasswordHasher(cheapHashing);
  const asked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  let held = false;
  const wait = async () => {
    if (!held) return;
    asked.resolve();
    await free.promise;
  };
  const passwords: PasswordHasher = {
    hash: async (given) => wait().then(() => hasher.hash(given)),
    verify: async (stored, given) => wait().then(() => hasher.verify(stored, given)),
  };
  return {
    passwords,
    asked: asked.promise,
    hold: () => {
      held = true;
    },
    letGo: free.resolve,
  };
}

describe.each(engines)('passwords are hashed outside the transaction on $name', (engine) => {
  const providers = useProviders(engine);

  async function openPasswordScreen(
    provider: TestProvider,
    identifier: string,
    remoteAddress?: string,
  ): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app, remoteAddress);
    await nameOneself(client, identifier);
    if (client.reply.name !== 'login_password') await client.run('continue_to_password_login');
    return client;
  }

  async function setHash({ db }: TestProvider, userId: string, hash: string): Promise<void> {
    await db
      .updateTable('identity.passwords')
      .set({ hash })
      .where('user_id', '=', userId)
      .execute();
  }

  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status);
  const count = (replies: { status: number }[], status: number) =>
    statuses(replies).filter((one) => one === status).length;

  /** Comes back when so many of them have replied. */
  function countReplies(all: readonly Promise<unknown>[], wanted: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let replied = 0;
    for (const one of all) {
      one.then(() => {
        replied += 1;
        if (replied === wanted) resolve();
      }, reject);
    }
    return promise;
  }

  test('[IDP-04] meanwhile the database serves others', async () => {
    const hasher = await createHeldHasher();
    const provider = await providers.build({ config: everything, passwords: hasher.passwords });
    const guessing = await openPasswordScreen(provider, 'nobody@example.org');
    hasher.hold();
    const guess = guessing.run('password_login', { password });
    await hasher.asked;
    expect((await createWidgetClient(provider.app).open('login')).status).toBe(200);
    hasher.letGo();
    expect((await guess).status).toBe(400);
  });

  test('of parallel requests with one csrf token one is hashed, and the rest are refused', async () => {
    const provider = await providers.build({ config: everything, stepsAtOnce: 10 });
    await createPerson(provider, { email: 'race@example.org', password });
    const client = await openPasswordScreen(provider, 'race@example.org');
    const { reply } = client;
    const wrong = { password: 'wrong-tram-42' };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => client.replay(reply, 'password_login', wrong)),
    );
    expect([count(all, 400), count(all, 403)]).toEqual([1, 19]);
    const left = all.find(({ status }) => status === 400) ?? reply;
    for (let tries = 1; tries < 5; tries += 1) {
      expect((await client.replay(left, 'password_login', wrong)).status).toBe(
        tries === 1 ? 400 : 403,
      );
    }
    expect((await client.replay(reply, 'password_login', { password })).status).toBe(403);
  });

  test('[IDP-04] [IDP-16] no more guesses are looked at than are allowed, however many come at once', async () => {
    const provider = await providers.build({ config: everything, stepsAtOnce: 10 });
    await createPerson(provider, { email: 'here@example.org', password });
    await createPerson(provider, { email: 'there@example.org', password });
    const guessAtOnce = async (email: string, addresses: string[]) => {
      const clients = await Promise.all(
        addresses.map((address) => openPasswordScreen(provider, email, address)),
      );
      const wrong = { password: 'wrong-tram-42' };
      return Promise.all(clients.map((client) => client.run('password_login', wrong)));
    };
    const here = await guessAtOnce('here@example.org', Array(12).fill('192.0.2.1'));
    expect([count(here, 400), count(here, 429)]).toEqual([5, 7]);
    const networks = Array.from({ length: 60 }, (_, index) => `192.0.2.${index + 10}`);
    const there = await guessAtOnce('there@example.org', networks);
    expect([count(there, 400), count(there, 429)]).toEqual([50, 10]);
  });

  test('[IDP-04] right passwords are no failures', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { email: 'often@example.org', password });
    for (let round = 0; round < 12; round += 1) {
      const client = await openPasswordScreen(provider, 'often@example.org');
      await client.run('password_login', { password });
      expect(client.reply.name).toBe('success');
      provider.clock.advance(61);
    }
    const client = await openPasswordScreen(provider, 'often@example.org');
    for (let round = 0; round < 5; round += 1) {
      expect((await client.run('password_login', { password: 'wrong' })).status).toBe(400);
    }
  });

  test('[IDP-04] a password that was changed while it was compared lets nobody in', async () => {
    const hasher = await createHeldHasher();
    const provider = await providers.build({ config: everything, passwords: hasher.passwords });
    const userId = await createPerson(provider, { email: 'turn@example.org', password });
    const client = await openPasswordScreen(provider, 'turn@example.org');
    hasher.hold();
    const guess = client.run('password_login', { password });
    await hasher.asked;
    await setHash(provider, userId, await (await createPasswordHasher(cheapHashing)).hash('new'));
    hasher.letGo();
    expect((await guess).status).toBe(400);
  });

  test('[IDP-16] whoever shares a network with too many waiting passwords comes back, others get in', async () => {
    const hasher = await createHeldHasher();
    const provider = await providers.build({
      config: { ...everything, limits: { passwordsAtOnce: 1, passwordsWaiting: 1 } },
      passwords: hasher.passwords,
    });
    await createPerson(provider, { email: 'elsewhere@example.org', password });
    const guesses: WidgetClient[] = [];
    for (let index = 0; index < 20; index += 1) {
      guesses.push(await openPasswordScreen(provider, `guess-${index}@example.org`, '192.0.2.1'));
    }
    const other = await openPasswordScreen(provider, 'elsewhere@example.org', '192.0.2.2');
    hasher.hold();
    const all = guesses.map((client) => client.run('password_login', { password }));
    // One is compared, one waits.
    await countReplies(all, 18);
    const others = other.run('password_login', { password });
    hasher.letGo();
    expect((await others).name).toBe('success');
    const replies = await Promise.all(all);
    const refused = replies.filter(({ status }) => status === 429);
    expect([refused.length, count(replies, 400)]).toEqual([18, 2]);
    for (const reply of refused) {
      expect(reply).toMatchObject({
        name: 'login_password',
        error: { code: 'rate_limit_exceeded' },
        headers: { 'retry-after': '5' },
      });
      expect(reply.actions).toHaveProperty('password_login');
    }
  });

  test('[IDP-13] a new password is not stored for a session that ended meanwhile, and the flow stays', async () => {
    const hasher = await createHeldHasher();
    const provider = await providers.build({ config: everything, passwords: hasher.passwords });
    const userId = await createPerson(provider, { email: 'gone@example.org', password });
    const client = await openPasswordScreen(provider, 'gone@example.org');
    await client.run('password_login', { password });
    await client.begin('profile');
    const flows = () =>
      provider.db.selectFrom('identity.flows').selectAll().where('flow', '=', 'profile').execute();
    const before = await flows();
    hasher.hold();
    const change = client.run('password_update', { password: 'birch-ferry-7' });
    await hasher.asked;
    await provider.db.deleteFrom('identity.sessions').where('user_id', '=', userId).execute();
    hasher.letGo();
    expect((await change).status).toBe(401);
    expect(await flows()).toEqual(before);
    const again = await openPasswordScreen(provider, 'gone@example.org');
    expect((await again.run('password_login', { password })).name).toBe('success');
  });
});
