import { randomUUID } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn, signUp } from '../../test/sign-up.ts';
import { createWidgetClient } from '../../test/widget-client.ts';
import { loadSigningKeys } from '../store/signing-keys.ts';

const invalid = { status: 200, body: { is_valid: false } };

describe.each(engines)('sessions on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-19] a session validates with the claims of the person', async () => {
    const client = await signUp(await providers.build(), 'ann@example.org');
    expect(await client.get('/sessions/validate')).toMatchObject({
      status: 200,
      body: {
        is_valid: true,
        expiration_time: '2026-11-20T22:00:00.000Z',
        claims: {
          issued_at: '2026-11-20T10:00:00.000Z',
          expiration: '2026-11-20T22:00:00.000Z',
          audience: ['localhost'],
          issuer: 'http://localhost:3000/identity',
          email: { address: 'ann@example.org', is_primary: true, is_verified: true },
          amr: ['otp'],
        },
      },
    });
  });

  test('[IDP-19] without a session the reply of validation is 200 and no', async () => {
    const client = createWidgetClient((await providers.build()).app);
    expect(await client.get('/sessions/validate')).toEqual(invalid);
    expect(await client.post('/sessions/validate', { session_token: 'x' })).toMatchObject(invalid);
    expect(await client.post('/sessions/validate', { token: 'x' })).toMatchObject({
      status: 400,
      body: { code: 400, message: 'Bad Request' },
    });
  });

  test('[IDP-19] [AUTH-10] asking as the browser is not a use, asking as a back end is', async () => {
    const provider = await providers.build({ config: { session: { idleTimeoutSeconds: 600 } } });
    const client = await signUp(provider, 'bea@example.org');
    provider.clock.advance(300);
    const { body } = await client.get('/sessions/validate');
    expect(body).toMatchObject({ idle_expires_at: '2026-11-20T10:10:00.000Z' });
    const touched = await client.post('/sessions/validate', { session_token: client.token });
    expect(touched.body).toMatchObject({ idle_expires_at: '2026-11-20T10:15:00.000Z' });
    provider.clock.advance(600);
    expect(await client.get('/sessions/validate')).toEqual(invalid);
    expect((await client.get('/me')).status).toBe(401);
  });

  test('[IDP-19] a session ends when its time is over', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'cat@example.org');
    provider.clock.advance(12 * 60 * 60 - 1);
    expect((await client.get('/me')).status).toBe(200);
    provider.clock.advance(1);
    expect(await client.get('/sessions/validate')).toEqual(invalid);
  });

  test('[IDP-19] the sixth session drops the oldest', async () => {
    const provider = await providers.build();
    const first = await signUp(provider, 'dan@example.org');
    for (let login = 0; login < 4; login += 1) {
      provider.clock.advance(60);
      await signIn(provider, 'dan@example.org');
    }
    expect(await first.get('/sessions/validate')).toMatchObject({ body: { is_valid: true } });
    provider.clock.advance(60);
    await signIn(provider, 'dan@example.org');
    expect(await first.get('/sessions/validate')).toEqual(invalid);
  });

  test('[IDP-19] the current user, by /me and by id; other ids are not found', async () => {
    const client = await signUp(await providers.build(), 'eve@example.org');
    const me = await client.get('/me');
    expect(me).toMatchObject({ status: 200, body: { emails: [{ address: 'eve@example.org' }] } });
    const { id, user_id: userId } = Object(me.body);
    expect(userId).toBe(id);
    expect(await client.get(`/users/${id}`)).toEqual(me);
    expect(await client.get(`/users/${randomUUID()}`)).toEqual({
      status: 404,
      body: { code: 404, message: 'Not Found' },
    });
    client.token = undefined;
    for (const path of ['/me', `/users/${id}`]) {
      expect(await client.get(path)).toEqual({
        status: 401,
        body: { code: 401, message: 'Unauthorized' },
      });
    }
  });

  test('[IDP-19] [AUTH-06] logout ends the session on the server and clears the cookie', async () => {
    const client = await signUp(await providers.build({ secureCookies: true }), 'fay@example.org');
    expect(await client.post('/logout')).toEqual({
      status: 204,
      body: undefined,
      cookie: 'hanko=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    });
    expect(await client.get('/sessions/validate')).toEqual(invalid);
    expect(await client.post('/logout')).toMatchObject({ status: 401 });
  });

  test('[IDP-19] the cookie counts when the bearer token does not', async () => {
    const { app, ...provider } = await providers.build();
    const { token } = await signUp({ app, ...provider }, 'gil@example.org');
    const response = await app.inject({
      url: '/identity/me',
      headers: { authorization: 'Bearer stale', cookie: `a=b; hanko=${token}; c=d` },
    });
    expect(response.statusCode).toBe(200);
  });

  test('[IDP-19] the host can ask without HTTP', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'hal@example.org');
    expect(await provider.identity.validateSession(client.token ?? '')).toMatchObject({
      is_valid: true,
      claims: { email: { address: 'hal@example.org' } },
    });
    expect(await provider.identity.validateSession('')).toEqual({ is_valid: false });
  });

  test('[IDP-19] forged and foreign tokens are refused', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'ida@example.org');
    const forged = await forge(provider, client.token ?? '');
    for (const [name, token] of Object.entries(forged)) {
      client.token = token;
      const replies = [
        await client.get('/sessions/validate'),
        await client.post('/sessions/validate', { session_token: token }),
      ];
      for (const { body } of replies) expect([name, body]).toEqual([name, { is_valid: false }]);
      expect([name, (await client.get('/me')).status]).toEqual([name, 401]);
    }
  });

  test('[IDP-19] the keys are public, cachable, and the same after a restart', async () => {
    const provider = await providers.build();
    const response = await provider.app.inject('/identity/.well-known/jwks.json');
    expect(response.headers['cache-control']).toContain('max-age=600');
    const { keys } = response.json();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(Buffer.from(keys[0].n, 'base64url')).toHaveLength(384);
    const client = await signUp(provider, 'jon@example.org');
    const restarted = await providers.build();
    expect(await restarted.identity.validateSession(client.token ?? '')).toMatchObject({
      is_valid: true,
    });
  });

  test('several servers that start at once agree on one key', async () => {
    const { db } = providers.database;
    await db.deleteFrom('identity.signing_keys').execute();
    const loaded = await Promise.all([1, 2, 3].map(() => loadSigningKeys(db, new Date())));
    expect(new Set(loaded.map(([key]) => key.kid)).size).toBe(1);
  });
});

/** Tokens that must not work, by what is wrong with them. */
async function forge(provider: TestProvider, good: string): Promise<Record<string, string>> {
  const [header = '', body = '', signature = ''] = good.split('.');
  const payload: JWTPayload = JSON.parse(Buffer.from(body, 'base64url').toString());
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const [ours] = await loadSigningKeys(provider.db, new Date());
  const ourKey = await importJWK(ours.privateJwk, 'RS256');
  const other = await generateKeyPair('RS256', { extractable: true });
  const publicText = new TextEncoder().encode(JSON.stringify(ours.publicJwk));
  const sign = (claims: JWTPayload, key = ourKey, extra: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...extra }).sign(key);
  const { exp: _exp, ...noExpiry } = payload;
  const { session_id: _session, ...noSession } = payload;
  return {
    none: new UnsecuredJWT(payload).encode(),
    'HS256 with the public key': await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(publicText),
    'another key under our kid': await sign(payload, other.privateKey),
    'an embedded key': await sign(payload, other.privateKey, {
      jwk: await exportJWK(other.publicKey),
    }),
    'an unknown kid': await sign(payload, ourKey, { kid: 'unknown' }),
    'another audience': await sign({ ...payload, aud: ['evil.example'] }),
    'another issuer': await sign({ ...payload, iss: 'http://evil.example' }),
    'no expiry': await sign(noExpiry),
    'no session': await sign(noSession),
    'another session': await sign({ ...payload, session_id: randomUUID() }),
    'a session id that is none': await sign({ ...payload, session_id: "' OR 1=1" }),
    'another subject': await sign({ ...payload, sub: randomUUID() }),
    expired: await sign({ ...payload, exp: 1 }),
    'a changed body': [
      header,
      Buffer.from(JSON.stringify({ ...payload, sub: 'x' })).toString('base64url'),
      signature,
    ].join('.'),
    'a cut signature': good.slice(0, -4),
    nothing: '..',
  };
}
