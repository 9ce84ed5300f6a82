import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';

/**
 * Ends a request with an entry of the error catalogue: its status, its text, its code.
 * `retryAfterSeconds` becomes the Retry-After header. `cause` is logged by name, never answered.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(ERROR_CATALOGUE[code].text, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** As the framework and what is mounted on it look for it. */
  get statusCode(): number {
    return ERROR_CATALOGUE[this.code].status;
  }
}
