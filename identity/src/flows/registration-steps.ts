import type { StateName } from '../engine/state-names.ts';
import { credentialSteps } from './credential-steps.ts';
import { offersSecondFactor } from './offers-second-factor.ts';
import type { StepFacts } from './step-facts.ts';

/** What follows the identifier of a registration once it is proved, `success` last. */
export function registrationSteps(facts: StepFacts): StateName[] {
  const { email, mfa, passkey, password } = facts.config;
  const credentials = credentialSteps(facts, {
    passkey: passkey.acquireOnRegistration,
    password: password.acquireOnRegistration,
  });
  const passcodeLogin = email.enabled && email.useForAuthentication;
  const asksForMfa =
    offersSecondFactor(facts) && mfa.acquireOnRegistration && (password.enabled || passcodeLogin);
  return [...credentials, ...(asksForMfa ? (['mfa_method_chooser'] as const) : []), 'success'];
}
