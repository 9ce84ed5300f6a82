import type * as Sdk from 'ai';
import { ModelError } from './chat-model.ts';

/** Statuses after which the same call may succeed a moment later. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** Statuses that every call meets until an operator steps in: the key, the bill, the model's name. */
const LOCKED_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** The SDK's errors carry prompt and answer; of these only the kind, status and waiting time are kept. */
export function toModelError(
  error: unknown,
  { APICallError }: Pick<typeof Sdk, 'APICallError'>,
): ModelError {
  const name = error instanceof Error ? error.name : 'unknown';
  if (!APICallError.isInstance(error)) {
    return new ModelError(`The provider's answer cannot be used (${name}).`, { isRetryable: true });
  }
  const status = error.statusCode ?? null;
  if (status !== null && status < 400) {
    return new ModelError(`The answer was cut off (${name}).`, { status, isRetryable: true });
  }
  const isRetryable = status === null || status >= 500 || RETRYABLE_STATUSES.has(status);
  return new ModelError(`The provider answered ${status ?? 'nothing'} (${name}).`, {
    status,
    isRetryable,
    isOutage: isRetryable || LOCKED_STATUSES.has(status),
    retryAfterMs: readRetryAfter(error.responseHeaders?.['retry-after']),
  });
}

function readRetryAfter(header: string | undefined): number | null {
  const seconds = Number(header);
  return header === undefined || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}
