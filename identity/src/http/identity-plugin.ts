import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { refusalEnvelope } from '../engine/envelope.ts';
import { describeFault } from '../engine/errors.ts';
import type { IdentityRuntime } from '../engine/runtime.ts';
import { addFlowRoutes, isFlowPath, sendFlowReply } from './flow-routes.ts';
import { addSessionRoutes, sendFailure } from './session-routes.ts';
import { createThirdPartyRoutes } from './third-party-routes.ts';

/**
 * All addresses of the provider in a scope of their own: JSON parser, error handler and
 * not-found handler do not reach the host. On the flow addresses every reply, those of the
 * framework included, is an envelope; the widget breaks on anything else.
 */
export function createIdentityPlugin(runtime: IdentityRuntime): FastifyPluginAsync {
  return async (app) => {
    parseJson(app);
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    answerFailures(app, runtime);
    limitRequests(app, runtime);
    addFlowRoutes(app, runtime);
    addSessionRoutes(app, runtime);
    addPublicRoutes(app, runtime);
    await app.register(createThirdPartyRoutes(runtime));
  };
}

/** JSON only, and an empty body is no body: the widget announces JSON even when it sends none. */
function parseJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
}

function answerFailures(app: FastifyInstance, runtime: IdentityRuntime): void {
  const isFlow = (request: FastifyRequest) => isFlowPath(request.url.slice(app.prefix.length));

  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) {
      runtime.log.error({ fault: describeFault(error) }, 'identity.request_failed');
    }
    if (!isFlow(request)) return sendFailure(reply, status);
    const code = status === 429 ? 'rate_limit_exceeded' : 'technical_error';
    return sendFlowReply(reply, { envelope: refusalEnvelope(code, status), headers: {} });
  });

  app.setNotFoundHandler((request, reply) => {
    if (!isFlow(request)) return sendFailure(reply, 404);
    return sendFlowReply(reply, { envelope: refusalEnvelope('not_found'), headers: {} });
  });
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

/** What back ends ask for all their people; checks of sessions have limits of their own. */
const UNLIMITED_PATHS = new Set([
  '/sessions/validate',
  '/.well-known/jwks.json',
  '/health/alive',
  '/health/ready',
]);

/** Refuses with 429 and Retry-After what the host does not let in now. */
function limitRequests(app: FastifyInstance, { secondsToWait }: IdentityRuntime): void {
  if (!secondsToWait) return;
  app.addHook('onRequest', async (request, reply) => {
    const [path] = request.url.slice(app.prefix.length).split('?');
    if (path !== undefined && UNLIMITED_PATHS.has(path)) return;
    const seconds = await secondsToWait(request);
    if (seconds === 0) return;
    reply.header('retry-after', String(seconds));
    throw Object.assign(new Error('Too Many Requests'), { statusCode: 429 });
  });
}

/** The keys that verify session tokens, and health. */
function addPublicRoutes(app: FastifyInstance, runtime: IdentityRuntime): void {
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(runtime.tokens.publicKeys),
  );

  app.get('/health/alive', () => ({ alive: true }));

  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`SELECT 1`.execute(runtime.db);
      return { ready: true };
    } catch {
      return sendFailure(reply, 503);
    }
  });
}
