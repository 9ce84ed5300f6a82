import { ApiError } from './api-error.ts';

/**
 * What to tell a person about a failed call: the server's text, else `refused` when the server
 * answered without one, else `unreachable` (by default the same) when nothing answered.
 */
export function failureText(error: unknown, refused: string, unreachable = refused): string {
  if (error instanceof ApiError) return error.message || refused;
  return unreachable;
}
