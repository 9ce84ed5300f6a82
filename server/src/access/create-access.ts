import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { networkOf } from '../platform/http/caller-address.ts';
import type { CallerKey } from '../platform/http/rate-limits.ts';
import { isApiRequest } from '../platform/http/refuse-cross-site.ts';
import type { Guard } from '../platform/http/register-call.ts';
import type { KeepSessionValid } from './keep-session-valid.ts';
import { PROVIDER_COOKIE, type SessionCookie } from './session-cookie.ts';
import type { Session, SessionStore } from './session-store.ts';

/** Who may call. Each guard names the caller or throws what the catalogue says. */
export interface Access {
  anyone: Guard<undefined>;
  /** The session that the cookie names, whether or not it still opens anything. Never refuses. */
  storedSession: Guard<Session | undefined>;
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
    storedSession: stored,
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
      return session === undefined ? `network ${networkOf(request.ip)}` : `user ${session.userId}`;
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

/** Closes `/api/admin` to everybody but administrators, so that a new route is closed by default. */
export function guardAdminArea(app: FastifyInstance, access: Access): void {
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request, '/api/admin')) await access.admin(request);
  });
}

/** Holds a user id that came from outside against the session's. @throws AppError `foreign_user` */
export function refuseForeignUser(session: Session, userId: string): void {
  if (session.userId !== userId) throw new AppError('foreign_user');
}
