import {
  erasePerson,
  getSession,
  logout,
  prepareErasure,
  providerCallback,
  type User,
} from '@pathway/contract/session';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import { PROVIDER_COOKIE, type SessionCookie } from '../../access/session-cookie.ts';
import { AppError } from '../../platform/app-error.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { checkMayErase, type SessionDeps, prepareErasureBy } from './may-erase.ts';

const MINUTE_MS = 60_000;
/** The page prepares at most once in half a minute. */
const PREPARATIONS_PER_MINUTE = 10;

export function registerSessionRoutes(
  app: FastifyInstance,
  deps: SessionDeps & { access: Access; cookie: SessionCookie },
): void {
  const { access, cookie, people, provider, sessions } = deps;

  registerCall(app, getSession, {
    access: access.user,
    handler: async ({ caller }) => ({
      user: { id: caller.userId, is_admin: caller.isAdmin, tier: caller.tier },
    }),
  });

  registerCall(app, providerCallback, {
    access: access.anyone,
    failureFields: { success: false },
    async handler({ request, reply }) {
      const created = await createSession(deps, {
        providerToken: request.cookies[PROVIDER_COOKIE],
        replacedIdHash: cookie.readHash(request),
        issueId: (expires) => cookie.issue(reply, expires),
      });
      return { success: true, ...created };
    },
  });

  registerCall(app, prepareErasure, {
    access: access.user,
    limits: [{ max: PREPARATIONS_PER_MINUTE, windowMs: MINUTE_MS }],
    async handler({ caller, request }) {
      await prepareErasureBy(deps, caller, request.cookies[PROVIDER_COOKIE]);
      return { success: true as const };
    },
  });

  registerCall(app, erasePerson, {
    access: access.storedSession,
    async handler({ caller, request, reply }) {
      // The embedded provider has erased whose account it deleted, and this session with them.
      const isErased = caller === undefined && people.accounts.erasesPerson;
      if (!isErased) {
        if (caller === undefined) throw new AppError('not_signed_in');
        await checkMayErase(deps, caller, request.cookies[PROVIDER_COOKIE]);
        await people.eraser.erase(caller.userId);
      }
      cookie.clear(reply);
      return { success: true as const };
    },
  });

  registerCall(app, logout, {
    access: access.anyone,
    async handler({ request, reply }) {
      const idHash = cookie.readHash(request);
      if (idHash !== undefined) await sessions.delete(idHash);
      cookie.clear(reply);
      // Ours has ended by now, whatever comes of this; a copy of the token shall open no other.
      const token = request.cookies[PROVIDER_COOKIE];
      if (token !== undefined) await provider.endSession(token);
      return { success: true as const };
    },
  });
}

/**
 * Swaps the provider's token for a session of our own. `issueId` gives the browser a fresh id and
 * returns its hash; a session that the browser brought along is dropped.
 *
 * @throws AppError `session_creation_failed`, or `service_unavailable` when the provider is down.
 */
async function createSession(
  deps: SessionDeps,
  request: {
    providerToken: string | undefined;
    replacedIdHash: string | undefined;
    issueId: (expires: Date) => string;
  },
): Promise<{ user: User; isNewUser: boolean }> {
  if (request.providerToken === undefined) throw new AppError('session_creation_failed');
  const identity = await deps.provider.verifyToken(request.providerToken);
  const providerSession = await deps.provider.validate(request.providerToken);
  if (providerSession.state === 'unreachable' || providerSession.state === 'refused') {
    throw new AppError('service_unavailable');
  }
  if (providerSession.state === 'ended' || providerSession.sessionId !== identity.sessionId) {
    throw new AppError('session_creation_failed');
  }
  const now = deps.clock.now();
  const { user, isNew } = await deps.people.users.signIn({ ...identity, now });
  await deps.sessions.replace(
    {
      idHash: request.issueId(identity.expiresAt),
      userId: user.id,
      providerSessionId: identity.sessionId,
      now,
      expiresAt: identity.expiresAt,
    },
    request.replacedIdHash,
  );
  return { user, isNewUser: isNew };
}
