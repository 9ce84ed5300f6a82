import cookie from '@fastify/cookie';
import { JSON_BODY_MAX_BYTES } from '@pathway/contract/limits';
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import { answerError } from './answer-error.ts';
import type { AppLimits } from './app-limits.ts';
import { createTrust } from './caller-address.ts';
import { answerSocketError, limitConnections } from './limit-connections.ts';

const CONNECTIONS_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;
/** A socket on which nothing moves; longer than the longest silence before an answer. */
const IDLE_SOCKET_MS = 120_000;
const ESCAPED_NUL = '%00';
/** Escapes that may hide a NUL or half of a surrogate pair; plain text has neither. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

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
  const trust = createTrust(trustedProxies);
  const app: FastifyInstance = fastify({
    ...(options.logger !== false && { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trust,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => tameAddress(url ?? '/'),
    bodyLimit: JSON_BODY_MAX_BYTES,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: IDLE_SOCKET_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Whoever comes while the last answers end is served; `/readyz` sends proxies elsewhere.
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    clientErrorHandler: answerSocketError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  limitConnections(app.server, limits, trust);
  app.setErrorHandler(answerError);
  refuseNul(app);
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

/**
 * An address that the router can read. One whose percent escapes spell nothing would be refused
 * before anything else looks at it; with its percent signs taken literally it is an unknown address
 * like any other: a browser gets the page, a program `not_found`.
 */
function tameAddress(address: string): string {
  const [path = ''] = address.split('?', 1);
  if (isReadable(path)) return address;
  return path.replaceAll('%', '%25') + address.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Refuses a request whose address or cookies spell a NUL (`nul_character`), whatever would have read
 * it: PostgreSQL can hold none, nor can the name of a file. A NUL as such gets no further than Node's
 * parser, in the address and in every header; those of JSON bodies are the body parser's.
 */
function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { cookie = '' } = request.headers;
    if (request.url.includes(ESCAPED_NUL) || cookie.includes(ESCAPED_NUL)) {
      throw new AppError('nul_character');
    }
  });
}

/**
 * Makes JSON the only body the app reads. An empty body is no body. Text with a NUL is refused
 * (`nul_character`), since PostgreSQL cannot hold it; half a surrogate pair becomes U+FFFD;
 * `__proto__` and `constructor.prototype` keys are refused (`malformed_body`).
 */
function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    parse.call(app, request, text, (error, value?: unknown) => {
      if (error !== null) return done(new AppError('malformed_body', { cause: error }));
      try {
        done(null, SUSPICIOUS_ESCAPE.test(text) ? repairStrings(value) : value);
      } catch (refusal) {
        done(refusal as AppError);
      }
    });
  });
}

/** Walks with a stack of its own, so that deep nesting cannot exhaust the call stack. */
function repairStrings(root: unknown): unknown {
  const holder = { root };
  const pending: object[] = [holder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const [key, value] of Object.entries(current)) {
      refuseNulIn(key);
      if (typeof value === 'string') {
        refuseNulIn(value);
        Reflect.set(current, key, value.toWellFormed());
      } else if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return holder.root;
}

function refuseNulIn(text: string): void {
  if (text.includes('\0')) throw new AppError('nul_character');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Longest time for this route's body, instead of the app's. */
    bodyTimeoutMs?: number;
  }
}

/** Ends requests whose body drips in, with `request_timeout` and a closed connection. */
function limitBodyTime(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return;
      reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.destroy());
      reply.send(new AppError('request_timeout'));
    }, request.routeOptions.config.bodyTimeoutMs ?? bodyTimeoutMs);
    for (const event of ['end', 'close']) payload.once(event, () => clearTimeout(timer));
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
