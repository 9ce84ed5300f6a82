import { ApiError } from './api-error.ts';

/** Whether a call failed because what it was about is no longer there: somebody else took it away. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
