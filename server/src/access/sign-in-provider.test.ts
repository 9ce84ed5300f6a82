import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type JWTHeaderParameters,
} from 'jose';
import { createSecretKey, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  startFakeProvider,
  TEST_AUDIENCE,
  TEST_ISSUER,
  type FakeProvider,
} from '../../test/fake-provider.ts';
import { AppError } from '../platform/app-error.ts';
import { systemClock } from '../platform/clock.ts';
import { createSignInProvider, type SignInProvider } from './sign-in-provider.ts';

let outside: FakeProvider;
let provider: SignInProvider;
let logged: object[];
const log = {
  info: (line: object) => void logged.push(line),
  warn: (line: object) => void logged.push(line),
};
beforeEach(async () => {
  logged = [];
  outside = await startFakeProvider();
  const address = { apiUrl: outside.url, audience: TEST_AUDIENCE, issuer: TEST_ISSUER };
  provider = createSignInProvider({ address, clock: systemClock, log });
});
afterEach(async () => {
  vi.useRealTimers();
  await outside.close();
});

const seconds = () => Math.floor(Date.now() / 1000);

function claims() {
  return {
    sub: 'subject',
    session_id: 'session',
    aud: TEST_AUDIENCE,
    iss: TEST_ISSUER,
    iat: seconds(),
    exp: seconds() + 60,
  };
}

function signAs(header: Partial<JWTHeaderParameters>, payload: object = claims()) {
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'RS256', kid: outside.key.kid, ...header })
    .sign(outside.key.privateKey);
}

test('[AUTH-02] a good token names subject, session, its times and the verified e-mail in lower case', async () => {
  const email = { address: 'Sky@Example.com', is_primary: true, is_verified: true };
  const payload = { ...claims(), email };
  expect(await provider.verifyToken(await signAs({}, payload))).toEqual({
    subject: 'subject',
    sessionId: 'session',
    verifiedEmail: 'sky@example.com',
    issuedAt: new Date(payload.iat * 1000),
    expiresAt: new Date(payload.exp * 1000),
  });
});

test('[AUTH-02] an e-mail that is not verified, or not the primary one, is not believed', async () => {
  for (const doubt of [{ is_verified: false }, { is_primary: false }, { is_verified: undefined }]) {
    const email = { address: 'sky@example.com', is_primary: true, is_verified: true, ...doubt };
    const identity = await provider.verifyToken(await signAs({}, { ...claims(), email }));
    expect(identity.verifiedEmail).toBeUndefined();
  }
});

async function signWithPublicKeyAsSecret(): Promise<string> {
  const secret = createSecretKey(Buffer.from(await exportSPKI(outside.key.publicKey)));
  return new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256', kid: outside.key.kid })
    .sign(secret);
}

async function signWithEmbeddedKey(header: 'jwk' | 'jku'): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const extra =
    header === 'jwk' ? { jwk: await exportJWK(publicKey) } : { jku: 'https://evil.test/jwks.json' };
  return new SignJWT(claims())
    .setProtectedHeader({ alg: 'RS256', kid: outside.key.kid, ...extra })
    .sign(privateKey);
}

async function signWithOtherHash(): Promise<string> {
  const key = await importJWK(await exportJWK(outside.key.privateKey), 'RS384');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'RS384', kid: outside.key.kid }).sign(key);
}

async function changePayload(): Promise<string> {
  const [header, , signature] = (await signAs({})).split('.');
  const payload = Buffer.from(JSON.stringify({ ...claims(), sub: 'admin' })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

test.each<[string, () => Promise<string> | string]>([
  ['no signature', () => new UnsecuredJWT(claims()).encode()],
  ['the public key as HMAC secret', signWithPublicKeyAsSecret],
  ['a key that it brings along', () => signWithEmbeddedKey('jwk')],
  ['a key from an address that it names', () => signWithEmbeddedKey('jku')],
  ['an unknown key id', () => signAs({ kid: 'unknown' })],
  ['a key id that looks like a path', () => signAs({ kid: '../../dev/null' })],
  ['another algorithm of the right key', signWithOtherHash],
  ['a changed payload', changePayload],
  ['another audience', () => signAs({}, { ...claims(), aud: 'elsewhere' })],
  ['another issuer', () => signAs({}, { ...claims(), iss: 'https://evil.test' })],
  ['no expiry', () => signAs({}, { ...claims(), exp: undefined })],
  ['no subject', () => signAs({}, { ...claims(), sub: undefined })],
  ['no session', () => signAs({}, { ...claims(), session_id: undefined })],
  ['an expiry two minutes ago', () => signAs({}, { ...claims(), exp: seconds() - 120 })],
  ['an issue time in the future', () => signAs({}, { ...claims(), iat: seconds() + 600 })],
  ['an issue time 13 hours ago', () => signAs({}, { ...claims(), iat: seconds() - 46_800 })],
  ['nothing that looks like a token', () => 'hanko'],
])('[AUTH-02] a token with %s is refused', async (_name, forge) => {
  const token = await forge();
  await expect(provider.verifyToken(token)).rejects.toMatchObject({
    code: 'session_creation_failed',
  });
});

test('[AUTH-02] an unknown critical header is refused', async () => {
  const [, payload, signature] = (await signAs({})).split('.');
  const header = { alg: 'RS256', kid: outside.key.kid, crit: ['x'], x: true };
  const token = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
  await expect(provider.verifyToken(token)).rejects.toMatchObject({
    code: 'session_creation_failed',
  });
});

test('[AUTH-02] keys are fetched once, and a thousand unknown key ids fetch at most once more', async () => {
  await provider.verifyToken(await outside.issueToken());
  const token = await outside.issueToken();
  await provider.verifyToken(token);
  expect(outside.requests.jwks).toBe(1);
  const [, payload, signature] = token.split('.');
  for (let index = 0; index < 1_000; index += 1) {
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() }));
    const forged = `${header.toString('base64url')}.${payload}.${signature}`;
    await expect(provider.verifyToken(forged)).rejects.toBeInstanceOf(AppError);
  }
  expect(outside.requests.jwks).toBeLessThanOrEqual(2);
});

test('[AUTH-02] after a key rotation the new key is found', async () => {
  await provider.verifyToken(await outside.issueToken());
  await outside.rotateKey();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await expect(provider.verifyToken(await outside.issueToken())).resolves.toHaveProperty('subject');
  expect(outside.requests.jwks).toBe(2);
});

test('[AUTH-02] known keys outlast an outage; without any the answer is 503', async () => {
  await provider.verifyToken(await outside.issueToken());
  outside.outage = 'keys';
  await expect(provider.verifyToken(await outside.issueToken())).resolves.toHaveProperty('subject');
  const address = { apiUrl: outside.url };
  const fresh = createSignInProvider({ address, clock: systemClock, log });
  await expect(fresh.verifyToken(await outside.issueToken())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('[AUTH-06] a provider that is gone is unreachable, one that says no has ended the session', async () => {
  const token = await outside.issueToken({ session_id: 'mine' });
  expect(await provider.validate(token)).toEqual({ state: 'alive', sessionId: 'mine' });
  outside.endSession(token);
  expect(await provider.validate(token)).toEqual({ state: 'ended' });
  const often = await outside.issueToken();
  outside.refuseToken(often);
  expect(await provider.validate(often)).toEqual({ state: 'refused' });
  outside.outage = 'all';
  expect(await provider.validate(token)).toEqual({ state: 'unreachable' });
});

test('[AUTH-06] the log says once why the provider is unreachable, and once that it is back', async () => {
  const token = await outside.issueToken();
  await provider.validate(token);
  expect(logged).toEqual([]);
  outside.outage = 'all';
  await provider.validate(token);
  await provider.validate(token);
  await provider.endSession(token);
  outside.outage = 'none';
  await provider.validate(token);
  await provider.validate(token);
  expect(logged).toEqual([
    { event: 'provider_unreachable', status: 503 },
    { event: 'provider_back' },
  ]);
  await outside.close();
  await provider.validate(token);
  expect(logged.slice(2)).toEqual([
    {
      event: 'provider_unreachable',
      err: expect.objectContaining({
        cause: expect.objectContaining({ code: expect.any(String) }),
      }),
    },
  ]);
  expect(JSON.stringify(logged)).not.toContain(token);
});
