import type { ErrorCode } from '@pathway/contract/errors';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';

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
