import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';

const JWKS_CACHE_MS = 600_000;
const JWKS_COOLDOWN_MS = 30_000;
const CALL_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_TOKEN_AGE = '12h';

/** Who signed in, as the provider's signed token says. */
export interface ProviderIdentity {
  subject: string;
  sessionId: string;
  /** The primary e-mail in lower case, when the provider has verified it. */
  verifiedEmail: string | undefined;
  expiresAt: Date;
}

/** What the provider says about a token's session. */
export type ProviderSession =
  | { state: 'alive'; sessionId: string }
  | { state: 'ended' }
  | { state: 'unreachable' };

export interface SignInProvider {
  /**
   * Checks signature, algorithm, audience, issuer, age and expiry of a token.
   * @throws AppError `session_creation_failed` for a bad token, `service_unavailable` without keys.
   */
  verifyToken(token: string): Promise<ProviderIdentity>;
  /** Asks whether the token's session is alive. Never throws for an outage. */
  validate(token: string): Promise<ProviderSession>;
}

/** Where the provider answers this server, and what its tokens must say. */
export interface ProviderAddress {
  apiUrl: string;
  audience?: string;
  issuer?: string;
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  session_id: z.string().min(1).max(128),
  exp: z.number(),
  email: z
    .object({
      address: z.email().max(254),
      is_primary: z.boolean().optional(),
      is_verified: z.boolean().optional(),
    })
    .nullish()
    .catch(undefined),
});

const validationSchema = z.object({
  is_valid: z.boolean(),
  claims: z.object({ session_id: z.string() }).nullish(),
});

/** Speaks to the sign-in provider, embedded or hosted, over its public protocol. */
export function createSignInProvider(deps: {
  address: ProviderAddress;
  clock: Clock;
}): SignInProvider {
  const { address, clock } = deps;
  const apiUrl = address.apiUrl.replace(/\/$/, '');
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
    cacheMaxAge: JWKS_CACHE_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
    timeoutDuration: CALL_TIMEOUT_MS,
  });
  return {
    async verifyToken(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          audience: address.audience,
          issuer: address.issuer,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          maxTokenAge: MAX_TOKEN_AGE,
          currentDate: clock.now(),
        });
        return readIdentity(payload);
      } catch (error) {
        const code = lacksKeys(error) ? 'service_unavailable' : 'session_creation_failed';
        throw new AppError(code, { cause: error });
      }
    },
    validate: (token) => validate(apiUrl, token),
  };
}

function readIdentity(payload: JWTPayload): ProviderIdentity {
  const claims = claimsSchema.parse(payload);
  const isVerified = claims.email?.is_verified === true && claims.email.is_primary !== false;
  return {
    subject: claims.sub,
    sessionId: claims.session_id,
    verifiedEmail: isVerified ? claims.email?.address.toLowerCase() : undefined,
    expiresAt: new Date(claims.exp * 1000),
  };
}

/** The key set could not be fetched, which says nothing about the token. */
function lacksKeys(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return true;
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
}

async function validate(apiUrl: string, token: string): Promise<ProviderSession> {
  try {
    const response = await fetch(`${apiUrl}/sessions/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ session_token: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429) return { state: 'unreachable' };
    if (!response.ok) return { state: 'ended' };
    const { is_valid, claims } = validationSchema.parse(await response.json());
    if (!is_valid || !claims) return { state: 'ended' };
    return { state: 'alive', sessionId: claims.session_id };
  } catch {
    // Refused, cut, timed out or not JSON: nobody at home, whatever the reason.
    return { state: 'unreachable' };
  }
}
