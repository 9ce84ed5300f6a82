import { afterEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { openSdk, sdkCases } from '../../test/sdk/sdk-cases.ts';
import { signIn, signUp } from '../../test/sign-up.ts';
import { createWidgetClient } from '../../test/widget-client.ts';
import { createRequestCount } from './limit-session-checks.ts';

describe.each(engines)('how often a session may be checked on $name', (engine) => {
  const providers = useProviders(engine);
  const tooMany = { status: 429, body: { code: 429, message: 'Too Many Requests' } };

  test('[IDP-16] [IDP-19] the 121st time within a minute waits; other sessions from the address do not', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'ann@example.org');
    const other = await signIn(provider, 'ann@example.org');
    const asBackEnd = () => client.post('/sessions/validate', { session_token: client.token });
    for (let check = 0; check < 60; check += 1) {
      expect((await client.get('/sessions/validate')).body).toMatchObject({ is_valid: true });
      expect((await asBackEnd()).body).toMatchObject({ is_valid: true });
    }
    expect(await client.get('/sessions/validate')).toEqual(tooMany);
    expect(await asBackEnd()).toMatchObject(tooMany);
    const refused = await provider.app.inject({
      url: '/identity/sessions/validate',
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(refused.headers['retry-after']).toBe('60');
    expect(await other.get('/sessions/validate')).toMatchObject({ body: { is_valid: true } });
    provider.clock.advance(60);
    expect(await client.get('/sessions/validate')).toMatchObject({ body: { is_valid: true } });
  });

  test('[IDP-19] tokens that do not verify never reach the database', async () => {
    const provider = await providers.build();
    const { db } = providers.database;
    const client = createWidgetClient(provider.app);
    client.token = 'forged';
    await db.schema.alterTable('identity.sessions').renameTo('sessions_away').execute();
    const replies = [
      await client.get('/sessions/validate'),
      await client.post('/sessions/validate', { session_token: 'forged' }),
    ];
    await db.schema.alterTable('identity.sessions_away').renameTo('sessions').execute();
    for (const { body } of replies) expect(body).toEqual({ is_valid: false });
  });

  test('[IDP-16] [IDP-19] they count by network, and live sessions from there go on', async () => {
    const provider = await providers.build({ config: { limits: { badTokensPerMinute: 3 } } });
    const client = await signUp(provider, 'bea@example.org');
    const forger = createWidgetClient(provider.app);
    for (const token of ['a', 'b', 'c']) {
      forger.token = token;
      expect((await forger.get('/sessions/validate')).body).toEqual({ is_valid: false });
    }
    expect(await forger.get('/sessions/validate')).toEqual(tooMany);
    const elsewhere = createWidgetClient(provider.app, '192.0.2.2');
    elsewhere.token = 'd';
    expect((await elsewhere.get('/sessions/validate')).body).toEqual({ is_valid: false });
    expect((await client.get('/sessions/validate')).body).toMatchObject({ is_valid: true });
    forger.token = undefined;
    expect((await forger.get('/sessions/validate')).body).toEqual({ is_valid: false });
  });
});

describe.each(sdkCases)('SDK $version of the widget on $engine.name', ({ engine, load }) => {
  const providers = useProviders(engine);
  afterEach(() => vi.unstubAllGlobals());

  test('[IDP-16] a refused check signs nobody out', async () => {
    const provider = await providers.build({
      clock: { now: () => new Date() },
      config: { limits: { sessionChecksPerMinute: 1 } },
    });
    const { token } = await signUp(provider, 'cat@example.org');
    const { hanko, page } = await openSdk(load, provider.app);
    page.cookie = `hanko=${token}; Path=/`;
    const ended: string[] = [];
    hanko.onSessionExpired(() => ended.push('expired'));
    hanko.onUserLoggedOut(() => ended.push('logged out'));
    expect((await hanko.validateSession()).is_valid).toBe(true);
    await expect(hanko.validateSession()).rejects.toMatchObject({ code: 'somethingWentWrong' });
    expect(page.cookie).toBe(`hanko=${token}`);
    expect(ended).toEqual([]);
  });
});

const at = (seconds: number) => new Date(1_000 * seconds);

test('lets a limited count of each key in and tells the others when to come back', () => {
  const count = createRequestCount({ limit: 2, windowSeconds: 60, maxKeys: 10 });
  expect([0, 10, 20, 59.5].map((time) => count.take('a', at(time)))).toEqual([0, 0, 40, 1]);
  expect(count.take('b', at(59.5))).toBe(0);
  expect([60, 61, 62].map((time) => count.take('a', at(time)))).toEqual([0, 0, 58]);
});

test('forgets the oldest of too many keys', () => {
  const count = createRequestCount({ limit: 1, windowSeconds: 60, maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) expect(count.take(key, at(0))).toBe(0);
  expect(count.take('b', at(1))).toBe(59);
  expect(count.take('a', at(1))).toBe(0);
});
