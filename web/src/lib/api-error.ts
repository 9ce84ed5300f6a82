/** The server answered, and the answer was a refusal. `message` is the server's text, possibly ''. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(failure: { status: number; code: string; message: string; cause?: unknown }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
  }
}
