import { ApiError } from '../../lib/api-error.ts';

/** The server refused to answer; `retryAfterSeconds` when it said for how long. */
export class QuestionRefusedError extends ApiError {
  readonly retryAfterSeconds: number | null;

  constructor(refusal: {
    status: number;
    code: string;
    message: string;
    retryAfterSeconds: number | null;
  }) {
    super(refusal);
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}
