import { createLocalJWKSet, importJWK, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { SessionPayload } from './claims.ts';
import type { SigningKey } from './signing-keys.ts';

/** Signs and verifies session tokens (RS256). */
export type TokenService = {
  issuer: string;
  audience: string;
  publicKeys: JSONWebKeySet;
  sign(
    claims: Record<string, unknown>,
    times: { issuedAt: Date; expiresAt: Date },
  ): Promise<string>;
  /** The payload, or undefined for anything that is not a live token of ours. Never throws. */
  verify(token: string): Promise<SessionPayload | undefined>;
};

const ourClaims = z.looseObject({ sub: z.uuid(), exp: z.number(), session_id: z.uuid() });

/** The newest key signs; every stored key verifies, so that a new key does not end sessions. */
export async function createTokenService(deps: {
  keys: [SigningKey, ...SigningKey[]];
  issuer: string;
  audience: string;
  clock: { now(): Date };
}): Promise<TokenService> {
  const { keys, issuer, audience, clock } = deps;
  const { kid, privateJwk } = keys[0];
  const signingKey = await importJWK(privateJwk, 'RS256');
  const publicKeys = { keys: keys.map(({ publicJwk }) => publicJwk) };
  const findKey = createLocalJWKSet(publicKeys);
  return {
    issuer,
    audience,
    publicKeys,
    sign: (claims, { issuedAt, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setIssuer(issuer)
        .setAudience([audience])
        .sign(signingKey),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, findKey, {
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
