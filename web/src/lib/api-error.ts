/**
 * The server answered, and the answer was a refusal. `message` is the server's text, possibly '';
 * `retryAfterSeconds` says how long to wait when the server did.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}
