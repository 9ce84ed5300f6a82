import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';

const JWKS_CACHE_MS = 600_000;
const JWKS_COOLDOWN_MS = 30_000;
const CALL_TIMEOUT_MS = 5_000;
/** Somebody waits for the end of a logout that has already worked here. */
const LOGOUT_TIMEOUT_MS = 2_000;
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_TOKEN_AGE = '12h';

/** Who signed in, as the provider's signed token says. */
export interface ProviderIdentity {
  subject: string;
  sessionId: string;
  /** The primary e-mail in lower case, when the provider has verified it. */
  verifiedEmail: string | undefined;
  issuedAt: Date;
  expiresAt: Date;
}

/** What the provider says about a token's session. */
export type ProviderSession =
  | { state: 'alive'; sessionId: string }
  | { state: 'ended' }
  /** It was asked too often about this session, which says nothing about others. */
  | { state: 'refused' }
  | { state: 'unreachable' };

export interface SignInProvider {
  /**
   * Checks signature, algorithm, audience, issuer, age and expiry of a token.
   * @throws AppError `session_creation_failed` for a bad token, `service_unavailable` without keys.
   */
  verifyToken(token: string): Promise<ProviderIdentity>;
  /** Asks whether the token's session is alive. Never throws for an outage. */
  validate(token: string): Promise<ProviderSession>;
  /**
   * Ends the session of a token that this provider signed and that has not expired. Never throws: a
   * provider that is gone, or knows nothing of the session, leaves nothing more to do here.
   */
  endSession(token: string): Promise<void>;
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
  iat: z.number(),
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

type OutageLog = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/**
 * Speaks to the sign-in provider, embedded or hosted, over its public protocol. The log gets one line
 * when the provider cannot be reached any more, with the reason, and one when it is back.
 */
export function createSignInProvider(deps: {
  address: ProviderAddress;
  clock: Clock;
  log: OutageLog;
}): SignInProvider {
  const { address, clock } = deps;
  const apiUrl = address.apiUrl.replace(/\/$/, '');
  const noteOutage = createOutageNotes(deps.log);
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
    cacheMaxAge: JWKS_CACHE_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
    timeoutDuration: CALL_TIMEOUT_MS,
  });

  async function verifyToken(token: string): Promise<ProviderIdentity> {
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
  }

  /** The provider's reply, or undefined when nobody is at home, whatever the reason. */
  async function call<Reply>(
    request: { path: string; headers?: object; body?: object; timeoutMs: number },
    read: (response: Response) => Promise<Reply>,
  ): Promise<Reply | undefined> {
    try {
      const response = await fetch(apiUrl + request.path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...request.headers,
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(request.timeoutMs),
      });
      const isAway = response.status >= 500;
      const reply = isAway ? undefined : await read(response);
      noteOutage(isAway ? { status: response.status } : undefined);
      return reply;
    } catch (err) {
      noteOutage({ err });
      return undefined;
    }
  }

  return {
    verifyToken,

    async validate(token) {
      const request = {
        path: '/sessions/validate',
        body: { session_token: token },
        timeoutMs: CALL_TIMEOUT_MS,
      };
      return (await call(request, readValidation)) ?? { state: 'unreachable' };
    },

    async endSession(token) {
      const isOurs = await verifyToken(token).then(
        () => true,
        () => false,
      );
      if (!isOurs) return;
      const headers = { authorization: `Bearer ${token}` };
      const request = { path: '/logout', headers, timeoutMs: LOGOUT_TIMEOUT_MS };
      await call(request, async (response) => response.body?.cancel());
    },
  };
}

function readIdentity(payload: JWTPayload): ProviderIdentity {
  const claims = claimsSchema.parse(payload);
  const isVerified = claims.email?.is_verified === true && claims.email.is_primary !== false;
  return {
    subject: claims.sub,
    sessionId: claims.session_id,
    verifiedEmail: isVerified ? claims.email?.address.toLowerCase() : undefined,
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(claims.exp * 1000),
  };
}

/** The key set could not be fetched, which says nothing about the token. */
function lacksKeys(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return true;
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
}

async function readValidation(response: Response): Promise<ProviderSession> {
  if (response.status === 429) return { state: 'refused' };
  if (!response.ok) return { state: 'ended' };
  const { is_valid, claims } = validationSchema.parse(await response.json());
  if (!is_valid || !claims) return { state: 'ended' };
  return { state: 'alive', sessionId: claims.session_id };
}

/** Takes the reason why a call failed, or undefined when it did not; writes down where that changes. */
function createOutageNotes(log: OutageLog): (reason: object | undefined) => void {
  let isAway = false;
  return (reason) => {
    if (reason !== undefined && !isAway) log.warn({ event: 'provider_unreachable', ...reason });
    if (reason === undefined && isAway) log.info({ event: 'provider_back' });
    isAway = reason !== undefined;
  };
}
