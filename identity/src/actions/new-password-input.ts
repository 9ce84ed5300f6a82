import type { IdentityConfig } from '../config.ts';
import type { InputSpec } from '../engine/input.ts';

/** A new password with its limits; 72 is also the most bytes it may have. */
export function newPasswordInput({ password }: IdentityConfig): InputSpec {
  return { type: 'password', required: true, min_length: password.minLength, max_length: 72 };
}
