import type { Acquisition, IdentityConfig } from '../config.ts';
import { nextCommitted, type Outcome, stay } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { LoginMethod, StateName } from '../store/flow-record.ts';
import { canUsePasskeys, canUseSecurityKeys } from './capabilities.ts';
import { isTrustedDevice } from './device.ts';
import { type Held, heldBy } from './held.ts';

/** Everything the order of steps depends on; plain values, so that the order can be tested. */
export interface StepFacts {
  config: IdentityConfig;
  /** The browser can do WebAuthn, and security keys in particular. */
  webauthn: boolean;
  securityKeys: boolean;
  /** The passcode was asked for to set a new password. */
  recovering: boolean;
  /** The first factor stands for the second one as well. */
  secondFactorProved: boolean;
  deviceTrusted: boolean;
  has: Held;
}

/** What the order of steps depends on, for the person of a flow. */
export async function findStepFacts(ctx: FlowContext): Promise<StepFacts> {
  const { loginMethod, purpose, secondFactorProved } = dataOf(ctx);
  return {
    config: ctx.runtime.config,
    webauthn: canUsePasskeys(ctx),
    securityKeys: canUseSecurityKeys(ctx),
    recovering: purpose === 'recovery' && loginMethod === 'passcode',
    secondFactorProved: secondFactorProved ?? false,
    deviceTrusted: ctx.account !== undefined && (await isTrustedDevice(ctx, ctx.account.id)),
    has: heldBy(ctx),
  };
}

/** Goes on with an account that has proved to be the person's, to whatever follows. */
export async function finishFirstFactor(
  ctx: FlowContext,
  userId: string,
  { method, secondFactorProved }: { method: LoginMethod; secondFactorProved: boolean },
): Promise<Outcome> {
  ctx.account = await ctx.stores.accounts.find(userId);
  if (!ctx.account) return stay('operation_not_permitted_error');
  const data = dataOf(ctx);
  data.userId = userId;
  data.loginMethod = method;
  data.secondFactorProved = secondFactorProved;
  return nextCommitted(...loginSteps(await findStepFacts(ctx)));
}

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

/** What follows the token exchange of a third-party sign-in; nobody is asked to set up more. */
export function thirdPartySteps(facts: StepFacts): StateName[] {
  const { username, email } = facts.config;
  return [
    ...(hasSecondFactor(facts) ? secondFactorSteps(facts) : []),
    ...steps(email.enabled && email.acquireOnLogin && !facts.has.email, 'onboarding_email'),
    ...steps(
      username.enabled && username.acquireOnLogin && !facts.has.username,
      'onboarding_username',
    ),
    ...steps(asksForTrust(facts), 'device_trust'),
    'success',
  ];
}

function secondFactorSteps(facts: StepFacts): StateName[] {
  const { config, has, secondFactorProved, deviceTrusted } = facts;
  if (!hasSecondFactor(facts)) {
    return steps(config.mfa.acquireOnLogin && offersSecondFactor(facts), 'mfa_method_chooser');
  }
  if (secondFactorProved || deviceTrusted) return [];
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
    !facts.secondFactorProved &&
    hasSecondFactor(facts) &&
    !facts.deviceTrusted
  );
}

function steps(wanted: boolean, state: StateName): StateName[] {
  return wanted ? [state] : [];
}

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
function credentialSteps(
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

/** True when there is a second factor that this browser could set up. */
function offersSecondFactor({ config, webauthn, securityKeys }: StepFacts): boolean {
  const { enabled, totp, securityKeys: keys } = config.mfa;
  return enabled && (totp.enabled || (keys.enabled && webauthn && securityKeys));
}
