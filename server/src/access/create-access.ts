import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Guard } from '../platform/http/register-call.ts';
import type { CallerKey } from '../platform/http/rate-limits.ts';
import type { KeepSessionValid } from './keep-session-valid.ts';
import { PROVIDER_COOKIE, type SessionCookie } from './session-cookie.ts';
import type { Session, SessionStore } from './session-store.ts';

const OF_LATE_MS = 3_600_000;

/** Who may call. Each guard names the caller or throws what the catalogue says. */
export interface Access {
  anyone: Guard<undefined>;
  /**
   * Who was signed in within the last hour, without asking the provider again: a session that has just
   * ended there is what an account looks like that its owner has just deleted. Never refuses.
   */
  userOfLate: Guard<Session | undefined>;
  /** The user when there is one; never refuses. */
  userIfAny: Guard<Session | undefined>;
  /** @throws AppError `not_signed_in` */
  user: Guard<Session>;
  /** A user who accepted the current terms. @throws AppError `not_signed_in`, `consent_required` */
  consentedUser: Guard<Session>;
  /** `is_admin` as the database has it now. @throws AppError `not_signed_in`, `admin_required` */
  admin: Guard<Session>;
  callerKey: CallerKey;
}

/** Reads the session once a request, whoever asks first. */
export function createAccess(deps: {
  cookie: SessionCookie;
  sessions: SessionStore;
  keepValid: KeepSessionValid;
  clock: Clock;
}): Access {
  const stored = oncePerRequest(async (request) => {
    const idHash = deps.cookie.readHash(request);
    return idHash === undefined ? undefined : deps.sessions.find(idHash);
  });
  const valid = oncePerRequest(async (request) => {
    const session = await stored(request);
    if (session === undefined) return undefined;
    const holds = await deps.keepValid(session, request.cookies[PROVIDER_COOKIE]);
    return holds ? session : undefined;
  });

  async function user(request: FastifyRequest): Promise<Session> {
    const session = await valid(request);
    if (session === undefined) throw new AppError('not_signed_in');
    return session;
  }

  return {
    anyone: async () => undefined,
    async userOfLate(request) {
      const session = await stored(request);
      const since = deps.clock.now().getTime() - (session?.validatedAt.getTime() ?? 0);
      return since <= OF_LATE_MS ? session : undefined;
    },
    userIfAny: valid,
    user,
    async consentedUser(request) {
      const session = await user(request);
      const mayPass = session.tier !== 'free_auth' || session.hasConsented;
      if (!mayPass) throw new AppError('consent_required');
      return session;
    },
    async admin(request) {
      const session = await user(request);
      if (!session.isAdmin) throw new AppError('admin_required');
      return session;
    },
    async callerKey(request) {
      const session = await stored(request);
      return session === undefined ? `address ${request.ip}` : `user ${session.userId}`;
    },
  };
}

function oncePerRequest<Value>(
  read: (request: FastifyRequest) => Promise<Value>,
): (request: FastifyRequest) => Promise<Value> {
  const answers = new WeakMap<FastifyRequest, Promise<Value>>();
  return (request) => {
    const answer = answers.get(request) ?? read(request);
    answers.set(request, answer);
    return answer;
  };
}
