import { erasePerson, getSession, logout, providerCallback } from '@pathway/contract/session';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import { PROVIDER_COOKIE, type SessionCookie } from '../../access/session-cookie.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { createSession, type CreateSessionDeps } from './create-session.ts';

export function registerSessionRoutes(
  app: FastifyInstance,
  deps: CreateSessionDeps & { access: Access; cookie: SessionCookie },
): void {
  const { access, cookie, sessions } = deps;

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

  registerCall(app, erasePerson, {
    access: access.userOfLate,
    async handler({ caller, reply }) {
      if (caller !== undefined) await deps.users.erase(caller.userId);
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
      return { success: true as const };
    },
  });
}
