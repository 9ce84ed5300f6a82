import type { Acquisition } from '../config.ts';
import type { StateName } from '../engine/state-names.ts';
import { credentialSteps } from './credential-steps.ts';
import { offersSecondFactor } from './offers-second-factor.ts';
import type { StepFacts } from './step-facts.ts';

/** What follows the first factor of a sign-in, `success` last. */
export function loginSteps(facts: StepFacts): StateName[] {
  const { config, has, recovering } = facts;
  const { username, email } = config;
  return [
    ...secondFactorSteps(facts),
    ...steps(recovering, 'login_password_recovery'),
    ...steps(username.enabled && username.acquireOnLogin && !has.username, 'onboarding_username'),
    ...steps(email.enabled && email.acquireOnLogin && !has.email, 'onboarding_email'),
    ...credentialSteps(facts, wantedCredentials(facts)),
    ...steps(asksForTrust(facts), 'device_trust'),
    'success',
  ];
}

/** What follows the token exchange of a third-party sign-in; there is no second factor. */
export function thirdPartySteps(facts: StepFacts): StateName[] {
  const { username, email } = facts.config;
  return [
    ...steps(email.enabled && email.acquireOnLogin && !facts.has.email, 'onboarding_email'),
    ...steps(
      username.enabled && username.acquireOnLogin && !facts.has.username,
      'onboarding_username',
    ),
    'success',
  ];
}

function secondFactorSteps(facts: StepFacts): StateName[] {
  const { config, has, loginMethod, deviceTrusted } = facts;
  if (!hasSecondFactor(facts)) {
    return steps(config.mfa.acquireOnLogin && offersSecondFactor(facts), 'mfa_method_chooser');
  }
  if (loginMethod === 'passkey' || deviceTrusted) return [];
  const usesKey = has.securityKey && config.mfa.securityKeys.enabled;
  const usesTotp = has.totp && config.mfa.totp.enabled;
  return [usesKey && (facts.securityKeys || !usesTotp) ? 'login_security_key' : 'login_otp'];
}

function hasSecondFactor({ config: { mfa }, has }: StepFacts): boolean {
  if (!mfa.enabled) return false;
  return (mfa.totp.enabled && has.totp) || (mfa.securityKeys.enabled && has.securityKey);
}

/** "Conditional" counts at sign-in only for accounts with neither credential. */
function wantedCredentials({ config, has }: StepFacts) {
  const hasEither = has.password || has.passkey;
  const effective = (wanted: Acquisition) =>
    wanted === 'conditional' && hasEither ? 'never' : wanted;
  return {
    passkey: effective(config.passkey.acquireOnLogin),
    password: effective(config.password.acquireOnLogin),
  };
}

function asksForTrust(facts: StepFacts): boolean {
  return (
    facts.config.mfa.deviceTrustPolicy === 'prompt' &&
    facts.loginMethod !== 'passkey' &&
    hasSecondFactor(facts) &&
    !facts.deviceTrusted
  );
}

function steps(wanted: boolean, state: StateName): StateName[] {
  return wanted ? [state] : [];
}
