import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { start } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { createStores } from './stores.ts';

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const given = (digest: string, now = start) => ({ digest, maxTries: 3, now });

describe.each(engines)('passcodes on $name', (engine) => {
  const providers = useProviders(engine);

  async function addPasscode(digest: string): Promise<string> {
    const stores = createStores(providers.database.db);
    const [id, flowId] = [randomUUID(), randomUUID()];
    await stores.flows.add({
      id: flowId,
      flow: 'login',
      state: 'passcode_confirmation',
      previousState: null,
      queue: [],
      history: [],
      data: {},
      csrfToken: '',
      version: 0,
      createdAt: start,
      expiresAt: later(86_400),
      openedBy: '',
    });
    await stores.passcodes.add({ id, flowId, digest, createdAt: start, expiresAt: later(300) });
    return id;
  }

  test('[IDP-03] of 1,000 parallel guesses at most 3 are compared', async () => {
    const { passcodes } = createStores(providers.database.db);
    const id = await addPasscode('right');
    const guesses = Array.from({ length: 1000 }, () => passcodes.compare(id, given('other')));
    const verdicts = await Promise.all(guesses);
    expect(verdicts.filter(({ compared }) => compared)).toHaveLength(3);
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toHaveLength(2);
    expect(await passcodes.compare(id, given('right'))).toEqual({
      verdict: 'exhausted',
      compared: false,
    });
  }, 30_000);

  test('[IDP-03] a right code works once', async () => {
    const { passcodes } = createStores(providers.database.db);
    const id = await addPasscode('right');
    const both = await Promise.all([
      passcodes.compare(id, given('right')),
      passcodes.compare(id, given('right')),
    ]);
    expect(both.filter(({ verdict }) => verdict === 'right')).toHaveLength(1);
  });

  test('[IDP-03] a code is valid for 300 seconds and not one more', async () => {
    const { passcodes } = createStores(providers.database.db);
    const id = await addPasscode('right');
    expect(await passcodes.isAlive(id, later(299))).toBe(true);
    expect(await passcodes.isAlive(id, later(300))).toBe(false);
    expect(await passcodes.compare(id, given('right', later(300)))).toEqual({
      verdict: 'gone',
      compared: false,
    });
  });
});
