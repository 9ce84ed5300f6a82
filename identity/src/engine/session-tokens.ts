import {
  createLocalJWKSet,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { z } from 'zod';
import { signingKeyOf, type SigningKeys } from '../store/signing-keys.ts';

/** Signs and verifies session tokens (RS256). */
export interface TokenService {
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
}

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

/** The claims of a session as the widget reads them; times RFC 3339. */
export interface Claims {
  subject: string;
  session_id: string;
  expiration: string;
  issued_at?: string;
  audience?: string[];
  issuer?: string;
  [claim: string]: unknown;
}

/** A token's payload that {@link TokenService} has verified. */
export interface SessionPayload extends JWTPayload {
  sub: string;
  exp: number;
  session_id: string;
}

/** Turns a verified payload into claims; unknown claims (`email`, `amr` …) are kept as they are. */
export function toClaims(payload: SessionPayload): Claims {
  const { sub, exp, iat, aud, iss, ...others } = payload;
  return {
    ...others,
    subject: sub,
    expiration: toTime(exp),
    ...(iat === undefined ? {} : { issued_at: toTime(iat) }),
    ...(aud === undefined ? {} : { audience: [aud].flat() }),
    ...(iss === undefined ? {} : { issuer: iss }),
  };
}

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
