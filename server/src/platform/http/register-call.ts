import type { BodyOf, Call, QueryOf, ReplyOf } from '@pathway/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { createRateCheck, type RateLimit } from './rate-limits.ts';

/** Decides who may call and names the caller, or throws. Runs before the body is read. */
export type Guard<Caller> = (request: FastifyRequest) => Promise<Caller>;

/** What a handler works with. `id` is the `:id` of the path, a UUID; empty for paths without one. */
export interface CallInput<C extends Call, Caller> {
  body: BodyOf<C>;
  query: QueryOf<C>;
  id: string;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface CallRoute<C extends Call, Caller> {
  access: Guard<Caller>;
  /** Returns the reply of the contract, or the Fastify reply when it sent something itself. */
  handler(input: CallInput<C, Caller>): Promise<ReplyOf<C> | FastifyReply>;
  limits?: readonly RateLimit[];
  bodyMaxBytes?: number;
  bodyTimeoutMs?: number;
  /** Fields that a failed reply carries besides `error` and `code`. */
  failureFields?: Record<string, unknown>;
}

const idSchema = z.uuid();

/**
 * Serves one call of the contract: limit, access, validation, handler, and a reply reduced to what
 * the contract lists, so that no other column ever leaves. An `:id` that is no UUID is `not_found`.
 */
export function registerCall<C extends Call, Caller>(
  app: FastifyInstance,
  call: C,
  route: CallRoute<C, Caller>,
): void {
  const checks = (route.limits ?? []).map((limit) => createRateCheck(app, limit));
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: route.bodyMaxBytes,
    config: { failureFields: route.failureFields, bodyTimeoutMs: route.bodyTimeoutMs },
    async onRequest(request) {
      for (const check of checks) await check(request);
      callers.set(request, await route.access(request));
    },
    async handler(request, reply) {
      const result = await route.handler({
        body: validate(call.body, request.body) as BodyOf<C>,
        query: validate(call.query, request.query) as QueryOf<C>,
        id: readId(request.params),
        caller: callers.get(request) as Caller,
        request,
        reply,
      });
      // A Fastify reply is awaited until it is sent, and then gives nothing.
      if (reply.sent) return reply;
      return call.reply.parse(result);
    },
  });
}

function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError('invalid_request', { cause: result.error });
  return result.data;
}

function readId(params: unknown): string {
  const { id } = params as { id?: string };
  if (id === undefined) return '';
  if (!idSchema.safeParse(id).success) throw new AppError('not_found');
  return id;
}
