import type { ErrorReply } from '@pathway/contract/error-reply';
import type { ErrorCode } from '@pathway/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const RETRY_AFTER_SECONDS = 5;
/** Fastify's own refusals, by its error code. */
const BY_FRAMEWORK_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_PARTS_LIMIT: 'malformed_upload',
  FST_FILES_LIMIT: 'malformed_upload',
  FST_FIELDS_LIMIT: 'malformed_upload',
  FST_PROTO_VIOLATION: 'malformed_upload',
  FST_MP_PREMATURE_CLOSE: 'malformed_upload',
  FST_UNDER_PRESSURE: 'service_unavailable',
};
/** Any other refusal that carries an HTTP status. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'malformed_body',
  404: 'not_found',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'service_unavailable',
};
/** SQLSTATE classes and codes of a database that is gone, full, shutting down or only follows another. */
const UNAVAILABLE_SQLSTATE = /^(?:08...|53...|57P0[1-5]|25006)$/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);
/** Failures that the `pg` pool reports in words only. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|PGlite is closed)/;

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
    .code(failure.statusCode)
    .type('application/json; charset=utf-8')
    .send({ ...request.routeOptions.config?.failureFields, ...body });
}

/** Writes what is the server's own fault into the log, without any text of the request. */
export function logFailure(request: FastifyRequest, failure: AppError): void {
  if (failure.statusCode < 500) return;
  const level = failure.code === 'internal_error' ? 'error' : 'warn';
  request.log[level]({ event: 'request_failed', code: failure.code, err: failure });
}

/** Names any thrown value by the catalogue; what nobody foresaw is `internal_error`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const retryAfterSeconds = code === 'service_unavailable' ? RETRY_AFTER_SECONDS : undefined;
  return new AppError(code, { cause: error, retryAfterSeconds });
}

function codeOf(error: unknown): ErrorCode {
  if (isDatabaseUnavailable(error)) return 'service_unavailable';
  if (!(error instanceof Error)) return 'internal_error';
  const frameworkCode = 'code' in error ? BY_FRAMEWORK_CODE[String(error.code)] : undefined;
  if (frameworkCode !== undefined) return frameworkCode;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return BY_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
}

/** Tells a lost, full or closing database from a wrong statement, also behind a `cause`. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_SOCKET.has(code) ||
    UNAVAILABLE_MESSAGE.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}
