import { ApiError } from '../../lib/api-error.ts';
import { MESSAGES } from './messages.ts';

/** A wait for a person: seconds below one and a half minutes, then whole minutes, rounded up. */
function waitText(seconds: number): string {
  return seconds < 90 ? MESSAGES.seconds(seconds) : MESSAGES.minutes(Math.ceil(seconds / 60));
}

/** What to add to the apology, when the person can do more than try again. */
export function failureHint(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfterSeconds !== null) {
    return MESSAGES.tryAgainIn(waitText(error.retryAfterSeconds));
  }
  return error.code === 'answer_in_progress' ? MESSAGES.stillAnswering : null;
}
