import type { IdentityConfig } from '../config.ts';
import type { Held } from '../flows/step-facts.ts';

/** True when what is left still satisfies the demand for a second factor, if there is one. */
export function keepsSecondFactor({ mfa }: IdentityConfig, left: Held): boolean {
  return !mfa.enabled || mfa.optional || left.totp || left.securityKey;
}
