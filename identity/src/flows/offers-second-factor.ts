import type { StepFacts } from './step-facts.ts';

/** True when there is a second factor that this browser could set up. */
export function offersSecondFactor({ config, webauthn, securityKeys }: StepFacts): boolean {
  const { enabled, totp, securityKeys: keys } = config.mfa;
  return enabled && (totp.enabled || (keys.enabled && webauthn && securityKeys));
}
