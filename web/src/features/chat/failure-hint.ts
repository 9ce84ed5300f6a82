import { ApiError } from '../../lib/api-error.ts';
import { messages } from './messages.ts';
import { QuestionRefusedError } from './question-refused-error.ts';

/** A wait for a person: seconds below one and a half minutes, then whole minutes, rounded up. */
function waitText(seconds: number): string {
  return seconds < 90 ? messages.seconds(seconds) : messages.minutes(Math.ceil(seconds / 60));
}

/** What to add to the apology, when the person can do more than try again. */
export function failureHint(error: unknown): string | null {
  if (error instanceof QuestionRefusedError && error.retryAfterSeconds !== null) {
    return messages.tryAgainIn(waitText(error.retryAfterSeconds));
  }
  const isBusy = error instanceof ApiError && error.code === 'answer_in_progress';
  return isBusy ? messages.stillAnswering : null;
}
