import { ApiError } from '../../lib/api-error.ts';
import type { ChatMessages } from './messages.ts';

/** A wait for a person: seconds below one and a half minutes, then whole minutes, rounded up. */
function waitText(seconds: number, messages: ChatMessages): string {
  return seconds < 90 ? messages.seconds(seconds) : messages.minutes(Math.ceil(seconds / 60));
}

/** What to add to the apology, when the person can do more than try again. */
export function failureHint(error: unknown, messages: ChatMessages): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfterSeconds !== null) {
    return messages.tryAgainIn(waitText(error.retryAfterSeconds, messages));
  }
  return error.code === 'answer_in_progress' ? messages.stillAnswering : null;
}
