import type { ErrorReply } from '@pathway/contract/error-reply';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../app-error.ts';
import { toAppError } from './to-app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that a failed reply of this route carries besides `error` and `code`. */
    failureFields?: Record<string, unknown>;
  }
}

/** The one error handler: catalogue text and code, a request id for the unforeseen, nothing else. */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const failure = toAppError(error);
  logFailure(request, failure);
  if (failure.retryAfterSeconds !== undefined) {
    reply.header('retry-after', failure.retryAfterSeconds);
  }
  const body: ErrorReply = {
    error: failure.message,
    code: failure.code,
    ...(failure.code === 'internal_error' && { request_id: request.id }),
  };
  await reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send({ ...request.routeOptions.config?.failureFields, ...body });
}

/** Writes what is the server's own fault into the log, without any text of the request. */
export function logFailure(request: FastifyRequest, failure: AppError): void {
  if (failure.status < 500) return;
  const level = failure.code === 'internal_error' ? 'error' : 'warn';
  request.log[level]({ event: 'request_failed', code: failure.code, err: failure });
}
