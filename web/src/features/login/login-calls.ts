import { providerCallback, type User } from '@pathway/contract/session';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api-client.ts';
import type { FailureText } from '../../lib/language/use-failure-text.ts';
import type { LoginMessages } from './messages.ts';
import { logProblem } from '../../lib/log-problem.ts';

export type CallbackOutcome = { ok: true; user: User } | { ok: false; text: string };

/** Swaps the widget's new session for the product's own. */
export async function createBackendSession(
  messages: LoginMessages,
  failureText: FailureText,
): Promise<CallbackOutcome> {
  try {
    const { success, user, error } = await callApi(providerCallback);
    if (success && user !== undefined) return { ok: true, user };
    return { ok: false, text: error || messages.callbackFailed };
  } catch (error) {
    if (!(error instanceof ApiError)) logProblem('The sign-in callback failed.', error);
    return { ok: false, text: failureText(error, messages.callbackFailed, messages.unexpected) };
  }
}
