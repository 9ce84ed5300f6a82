import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { findLiveSession, readTokens } from '../engine/caller.ts';
import { expiredSessionCookie } from '../engine/envelope.ts';
import type { IdentityRuntime } from '../engine/runtime.ts';
import { createStores } from '../store/stores.ts';
import { viewUser } from '../subjects/account.ts';
import { validateSession, type Validation } from '../subjects/session.ts';
import { limitSessionChecks } from './limit-session-checks.ts';
import { readCaller } from './read-request.ts';

const validateBody = z.object({ session_token: z.string() });

/** Session validation, the current user and logout, as the widget's SDK and back ends ask. */
export function addSessionRoutes(app: FastifyInstance, runtime: IdentityRuntime): void {
  const { sessions, accounts, audit } = createStores(runtime.db);
  const findCaller = async (request: FastifyRequest) =>
    findLiveSession(runtime, sessions, await readTokens(runtime, readCaller(request).tokens));

  const secondsToWait = limitSessionChecks(runtime);
  async function check(
    { tokens, touch }: { tokens: string[]; touch: boolean },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Validation | FastifyReply> {
    const payloads = await readTokens(runtime, tokens);
    const hasToken = tokens.length > 0;
    const seconds = secondsToWait({ payloads, hasToken, ip: request.ip });
    if (seconds > 0) return sendFailure(reply.header('retry-after', String(seconds)), 429);
    return validateSession(runtime, payloads, { touch });
  }

  app.get('/sessions/validate', (request, reply) =>
    check({ tokens: readCaller(request).tokens, touch: false }, request, reply),
  );

  app.post('/sessions/validate', async (request, reply) => {
    const body = validateBody.safeParse(request.body);
    if (!body.success) return sendFailure(reply, 400);
    return check({ tokens: [body.data.session_token], touch: true }, request, reply);
  });

  async function sendUser(request: FastifyRequest, reply: FastifyReply, wantedId?: string) {
    const caller = await findCaller(request);
    if (!caller) return sendFailure(reply, 401);
    const { userId } = caller.session;
    if (wantedId !== undefined && wantedId !== userId) return sendFailure(reply, 404);
    const account = await accounts.find(userId);
    return account ? viewUser(account, runtime.config) : sendFailure(reply, 404);
  }

  app.get('/me', (request, reply) => sendUser(request, reply));

  app.get<{ Params: { id: string } }>('/users/:id', (request, reply) =>
    sendUser(request, reply, request.params.id),
  );

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
