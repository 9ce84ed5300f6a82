import type { Acquisition } from '../config.ts';
import type { StateName } from '../engine/state-names.ts';
import type { StepFacts } from './step-facts.ts';

/**
 * Which credentials a person is asked to create, from how passkey and password are acquired.
 * Only what the account lacks counts, and passkeys only with WebAuthn.
 *
 * | passkey     | password    | steps                                                   |
 * |-------------|-------------|---------------------------------------------------------|
 * | always      | always      | both; password first if it is mandatory and passkey not |
 * | always      | conditional | passkey                                                 |
 * | conditional | always      | password                                                |
 * | conditional | conditional | the chooser                                             |
 * | one never   |             | the other, unless never as well                         |
 */
export function credentialSteps(
  facts: StepFacts,
  wanted: { passkey: Acquisition; password: Acquisition },
): StateName[] {
  const passkey = acquirePasskey(facts, wanted.passkey);
  const password = acquirePassword(facts, wanted.password);
  if (passkey === 'never' && password === 'never') return [];
  if (passkey === 'never') return ['password_creation'];
  if (password === 'never') return ['onboarding_create_passkey'];
  if (passkey === 'conditional' && password === 'conditional') {
    return ['credential_onboarding_chooser'];
  }
  if (passkey === 'conditional') return ['password_creation'];
  if (password === 'conditional') return ['onboarding_create_passkey'];
  const passwordFirst = !facts.config.password.optional && facts.config.passkey.optional;
  return passwordFirst
    ? ['password_creation', 'onboarding_create_passkey']
    : ['onboarding_create_passkey', 'password_creation'];
}

function acquirePasskey({ config, webauthn, has }: StepFacts, wanted: Acquisition): Acquisition {
  return config.passkey.enabled && webauthn && !has.passkey ? wanted : 'never';
}

function acquirePassword({ config, has }: StepFacts, wanted: Acquisition): Acquisition {
  return config.password.enabled && !has.password ? wanted : 'never';
}
