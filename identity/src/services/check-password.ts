import type { InputErrorCode } from '../engine/errors.ts';
import { commonPasswords } from './common-passwords.ts';

const maxBytes = 72;

/**
 * What is wrong with a new password, beyond the length its input has checked: more than 72 bytes
 * of UTF-8, one of the most common ones, or the person's own name or address.
 */
export function checkPassword(password: string, names: string[]): InputErrorCode | undefined {
  if (Buffer.byteLength(password) > maxBytes) return 'value_too_long_error';
  const folded = password.toLowerCase();
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? name]);
  if (commonPasswords.has(folded) || own.includes(folded)) return 'value_invalid_error';
  return new Set(folded).size === 1 ? 'value_invalid_error' : undefined;
}
