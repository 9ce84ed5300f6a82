import type { ErrorReply } from '@pathway/contract/error-reply';

/**
 * Code and text of a failed call's body; code 'unknown' and no text for a body that is not one of
 * the contract's. Written out, since the first page needs it and not yet the contract's parsers.
 */
export function readRefusal(body: unknown): Pick<ErrorReply, 'code' | 'error'> {
  if (typeof body === 'object' && body !== null && 'code' in body && 'error' in body) {
    const { code, error } = body;
    if (typeof code === 'string' && typeof error === 'string') return { code, error };
  }
  return { code: 'unknown', error: '' };
}
