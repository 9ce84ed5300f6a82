import cookie from '@fastify/cookie';
import { JSON_BODY_MAX_BYTES } from '@pathway/contract/limits';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { answerError } from './answer-error.ts';
import { answerSocketError } from './answer-socket-error.ts';
import type { AppLimits } from './app-limits.ts';
import { limitBodyTime } from './limit-body-time.ts';
import { useJsonBodies } from './parse-json-body.ts';
import { tameAddress } from './tame-address.ts';

const CONNECTIONS_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;
/** A socket on which nothing moves; longer than the longest silence before an answer. */
const IDLE_SOCKET_MS = 120_000;

/**
 * An empty web server with the house's manners: bounded times and sizes, JSON only, one error
 * handler, request ids, log lines without addresses or content. Forwarded headers are trusted from
 * `trustedProxies` alone.
 */
export async function createHttpApp(options: {
  logger: FastifyBaseLogger | false;
  limits: AppLimits;
  trustedProxies?: readonly string[];
}): Promise<FastifyInstance> {
  const { limits, trustedProxies = [] } = options;
  const app: FastifyInstance = fastify({
    ...(options.logger !== false && { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => tameAddress(url ?? '/'),
    bodyLimit: JSON_BODY_MAX_BYTES,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: IDLE_SOCKET_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    clientErrorHandler: answerSocketError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  app.server.maxConnections = limits.maxConnections;
  app.setErrorHandler(answerError);
  useJsonBodies(app);
  limitBodyTime(app, limits.bodyTimeoutMs);
  logRequests(app);
  await app.register(cookie);
  return app;
}

/** The matched route, never the address: addresses can carry tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      event: 'request',
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
