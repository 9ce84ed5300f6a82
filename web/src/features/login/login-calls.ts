import { providerCallback, type User } from '@pathway/contract/session';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api-client.ts';
import { MESSAGES } from './messages.ts';
import { logProblem } from '../../lib/log-problem.ts';

export type CallbackOutcome = { ok: true; user: User } | { ok: false; text: string };

/** Swaps the widget's new session for the product's own. */
export async function createBackendSession(): Promise<CallbackOutcome> {
  try {
    const { success, user, error } = await callApi(providerCallback);
    if (success && user !== undefined) return { ok: true, user };
    return { ok: false, text: error || MESSAGES.callbackFailed };
  } catch (error) {
    if (error instanceof ApiError) {
      return { ok: false, text: error.message || MESSAGES.callbackFailed };
    }
    logProblem('The sign-in callback failed.', error);
    return { ok: false, text: MESSAGES.unexpected };
  }
}
