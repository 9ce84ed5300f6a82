import { createLocalJWKSet, importJWK, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { SessionPayload } from './claims.ts';
import { signingKeyOf, type SigningKeys } from './signing-keys.ts';

/** Signs and verifies session tokens (RS256). */
export type TokenService = {
  issuer: string;
  audience: string;
  /** The keys that verify tokens; the one that will sign next is among them. */
  readonly publicKeys: JSONWebKeySet;
  /** Uses other keys from now on. */
  replaceKeys(keys: SigningKeys): Promise<void>;
  sign(
    claims: Record<string, unknown>,
    times: { issuedAt: Date; expiresAt: Date },
  ): Promise<string>;
  /** The payload, or undefined for anything that is not a live token of ours. Never throws. */
  verify(token: string): Promise<SessionPayload | undefined>;
};

const ourClaims = z.looseObject({ sub: z.uuid(), exp: z.number(), session_id: z.uuid() });

/** One key signs; every stored key verifies, so that a new key does not end sessions. */
export async function createTokenService(deps: {
  keys: SigningKeys;
  issuer: string;
  audience: string;
  clock: { now(): Date };
}): Promise<TokenService> {
  const { issuer, audience, clock } = deps;
  let ring = await createKeyRing(deps.keys, clock.now());
  return {
    issuer,
    audience,
    get publicKeys() {
      return ring.publicKeys;
    },
    async replaceKeys(keys) {
      ring = await createKeyRing(keys, clock.now());
    },
    sign: (claims, { issuedAt, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: ring.kid, typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setIssuer(issuer)
        .setAudience([audience])
        .sign(ring.signingKey),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, ring.findKey, {
          algorithms: ['RS256'],
          audience,
          issuer,
          requiredClaims: ['exp', 'sub', 'session_id'],
          currentDate: clock.now(),
        });
        return ourClaims.parse(payload);
      } catch {
        return undefined;
      }
    },
  };
}

async function createKeyRing(keys: SigningKeys, now: Date) {
  const { kid, privateJwk } = signingKeyOf(keys, now);
  const publicKeys = { keys: keys.map(({ publicJwk }) => publicJwk) };
  return {
    kid,
    publicKeys,
    signingKey: await importJWK(privateJwk, 'RS256'),
    findKey: createLocalJWKSet(publicKeys),
  };
}
