import type { FastifyInstance, FastifyReply } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { expiredSessionCookie } from '../engine/cookies.ts';
import type { IdentityRuntime } from '../identity-runtime.ts';
import { findLiveSession } from '../services/find-live-session.ts';
import { viewUser } from '../services/user-view.ts';
import { validateSession } from '../services/validate-session.ts';
import { createStores } from '../store/stores.ts';
import { readCaller } from './read-request.ts';

const validateBody = z.object({ session_token: z.string() });

/** Session validation, the current user and logout, as the widget's SDK and back ends ask. */
export function addSessionRoutes(app: FastifyInstance, runtime: IdentityRuntime): void {
  const { sessions, accounts, audit } = createStores(runtime.db);
  const findCaller = (request: Parameters<typeof readCaller>[0]) =>
    findLiveSession(runtime, sessions, readCaller(request).tokens);

  app.get('/sessions/validate', (request) =>
    validateSession(runtime, readCaller(request).tokens, { touch: false }),
  );

  app.post('/sessions/validate', async (request, reply) => {
    const body = validateBody.safeParse(request.body);
    if (!body.success) return sendFailure(reply, 400);
    return validateSession(runtime, [body.data.session_token], { touch: true });
  });

  app.get('/me', async (request, reply) => {
    const caller = await findCaller(request);
    if (!caller) return sendFailure(reply, 401);
    const account = await accounts.find(caller.session.userId);
    return account ? viewUser(account, runtime.config) : sendFailure(reply, 404);
  });

  app.get<{ Params: { id: string } }>('/users/:id', async (request, reply) => {
    const caller = await findCaller(request);
    if (!caller) return sendFailure(reply, 401);
    if (caller.session.userId !== request.params.id) return sendFailure(reply, 404);
    const account = await accounts.find(caller.session.userId);
    return account ? viewUser(account, runtime.config) : sendFailure(reply, 404);
  });

  app.post('/logout', async (request, reply) => {
    const caller = await findCaller(request);
    reply.header('set-cookie', expiredSessionCookie(runtime));
    if (!caller) return sendFailure(reply, 401);
    await sessions.remove(caller.session.id);
    await audit.record('logged_out', caller.session.userId, runtime.clock.now());
    return reply.code(204).send();
  });
}

/** A failure outside the flow addresses. */
export function sendFailure(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send({ code: status, message: STATUS_CODES[status] ?? 'Error' });
}
