import {
  type FlowDefinition,
  nextCommitted,
  type Outcome,
  type Protocol,
  type StateDefinition,
  stay,
} from './engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from './engine/flow-context.ts';
import type { FlowName, StateName } from './store/flow-record.ts';
import { accountDelete, accountDeleted, patchMetadata, profileInit } from './subjects/account.ts';
import { registerClientCapabilities } from './subjects/capabilities.ts';
import { leaveDeviceTrust, trustDevice } from './subjects/device.ts';
import {
  addEmail,
  emailAddressSet,
  emailCreate,
  emailDelete,
  emailSetPrimary,
  emailVerify,
} from './subjects/email.ts';
import { continueWithLoginIdentifier, loginInit } from './subjects/login.ts';
import { continueToLoginMethodChooser, goBack, skipWhen } from './subjects/navigation.ts';
import {
  continueToPasskeyRegistration,
  continueToPasswordRegistration,
  skipCredentials,
  skipToOther,
} from './subjects/onboarding.ts';
import {
  continueToPasscodeConfirmation,
  continueToPasscodeRecovery,
  passcodeConfirmation,
  resendPasscode,
  verifyPasscode,
} from './subjects/passcode/passcode.ts';
import {
  continueToPasswordLogin,
  loginPassword,
  passwordCreate,
  passwordDelete,
  passwordLogin,
  passwordRecovery,
  passwordUpdate,
  registerPassword,
} from './subjects/password/password.ts';
import { registerLoginIdentifier } from './subjects/registration.ts';
import {
  continueToLoginOtp,
  continueToOtpSecretCreation,
  loginOtp,
  mfaOtpSecretCreation,
  otpCodeValidate,
  otpCodeVerify,
  otpSecretDelete,
  profileOtpSecretCreation,
} from './subjects/second-factor/totp.ts';
import { forgetRememberMe, rememberMe, sessionDelete } from './subjects/session.ts';
import { finishFirstFactor, findStepFacts, registrationSteps } from './subjects/steps.ts';
import { success } from './subjects/success.ts';
import { connectThirdParty, disconnectThirdParty } from './subjects/third-party/connections.ts';
import { thirdPartyOauth } from './subjects/third-party/leave-for-provider.ts';
import {
  exchangeToken,
  leaveThirdParty,
  thirdParty,
} from './subjects/third-party/return-from-provider.ts';
import { settleProved } from './subjects/third-party/settle.ts';
import {
  usernameCreate,
  usernameDelete,
  usernameOnboard,
  usernameUpdate,
} from './subjects/username.ts';
import { creationOptions, requestOptions } from './subjects/webauthn/ceremony.ts';
import {
  credentialDelete,
  credentialRename,
  verifyAssertionResponse,
  verifyAttestationResponse,
} from './subjects/webauthn/credential.ts';
import {
  chooserPasskeyButton,
  createPasskeyButton,
  passkeyButton,
  passkeyCreate,
  verifyAutofill,
} from './subjects/webauthn/passkey.ts';
import {
  continueToLoginSecurityKey,
  continueToSecurityKeyCreation,
  createSecurityKeyButton,
  securityKeyButton,
  securityKeyCreate,
  securityKeyDelete,
} from './subjects/webauthn/security-key.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;

/** Every address of the protocol. */
const FLOWS: Record<FlowName, FlowDefinition> = {
  /** Signing in. */
  login: {
    lifetimeSeconds: SECONDS_PER_DAY,
    start: ['preflight', 'login_init'],
    enabled: () => true,
    needsSession: false,
  },
  /** Creating an account; it is stored only when `success` is reached. */
  registration: {
    lifetimeSeconds: SECONDS_PER_DAY,
    start: ['preflight', 'registration_init'],
    enabled: () => true,
    needsSession: false,
  },
  /** The account page. */
  profile: {
    lifetimeSeconds: SECONDS_PER_DAY,
    start: ['preflight', 'profile_init'],
    enabled: () => true,
    needsSession: true,
  },
  /** Signing in with a token that an institution has sent the person here with. */
  token_exchange: {
    lifetimeSeconds: 60 * 60,
    start: ['thirdparty'],
    enabled: (config) => config.thirdParty.providers.length > 0,
    needsSession: false,
  },
};

/** What each state shows and what a person can do there. */
const STATES: Record<StateName, StateDefinition> = {
  /** The silent first step: the widget says what the browser can do. */
  preflight: { actions: [registerClientCapabilities] },

  /** The sign-in screen. */
  login_init: {
    ...loginInit,
    actions: [
      continueWithLoginIdentifier,
      passkeyButton,
      verifyAutofill,
      rememberMe,
      thirdPartyOauth,
    ],
  },
  /** Passcode, password or passkey. */
  login_method_chooser: {
    actions: [
      continueToPasswordLogin,
      continueToPasscodeConfirmation,
      chooserPasskeyButton,
      goBack,
    ],
  },
  login_password: {
    ...loginPassword,
    actions: [passwordLogin, continueToPasscodeRecovery, goBack, continueToLoginMethodChooser],
  },
  /** The new password after the code of 'Forgot your password?'. */
  login_password_recovery: { actions: [passwordRecovery] },
  /**
   * The browser asks for a passkey or security key; never drawn. A challenge is used once, so after
   * a refused response there are no options, and the widget goes back instead of asking for ever.
   */
  login_passkey: { payload: requestOptions, actions: [verifyAssertionResponse, goBack] },
  /** The code of the authenticator app as second factor. */
  login_otp: { ...loginOtp, actions: [otpCodeValidate, continueToLoginSecurityKey] },
  /** The security key as second factor. */
  login_security_key: { actions: [securityKeyButton, continueToLoginOtp] },

  /** The sign-up screen. */
  registration_init: {
    arrive: forgetRememberMe,
    actions: [registerLoginIdentifier, rememberMe, thirdPartyOauth],
  },
  passcode_confirmation: {
    ...passcodeConfirmation,
    actions: [verifyPasscode(afterPasscode), resendPasscode, goBack],
  },
  thirdparty: { ...thirdParty, actions: [exchangeToken, leaveThirdParty] },

  /** Asks an account without username for one. */
  onboarding_username: {
    actions: [usernameOnboard, skipWhen(({ runtime }) => runtime.config.username.optional)],
  },
  /** Asks an account without address for one. */
  onboarding_email: {
    actions: [emailAddressSet, skipWhen(({ runtime }) => runtime.config.email.optional)],
  },
  /** A passkey or a password. */
  credential_onboarding_chooser: {
    actions: [
      continueToPasskeyRegistration,
      continueToPasswordRegistration,
      skipCredentials,
      goBack,
    ],
  },
  onboarding_create_passkey: { actions: [createPasskeyButton, skipToOther('passkey'), goBack] },
  /** The browser makes a passkey or security key; never drawn. */
  onboarding_verify_passkey_attestation: {
    payload: creationOptions,
    actions: [verifyAttestationResponse, goBack],
  },
  password_creation: { actions: [registerPassword, skipToOther('password'), goBack] },
  /** Security key or authenticator app. */
  mfa_method_chooser: {
    actions: [
      continueToOtpSecretCreation,
      continueToSecurityKeyCreation,
      skipWhen(({ runtime }) => runtime.config.mfa.optional),
      goBack,
    ],
  },
  mfa_otp_secret_creation: { ...mfaOtpSecretCreation, actions: [otpCodeVerify, goBack] },
  mfa_security_key_creation: { actions: [createSecurityKeyButton, goBack] },
  /** Asks whether this browser needs the second factor again. */
  device_trust: { actions: [trustDevice, skipWhen(() => true), leaveDeviceTrust] },

  /** The account page. */
  profile_init: {
    ...profileInit,
    actions: [
      usernameCreate,
      usernameUpdate,
      usernameDelete,
      emailCreate,
      emailVerify,
      emailSetPrimary,
      emailDelete,
      passwordCreate,
      passwordUpdate,
      passwordDelete,
      passkeyCreate,
      credentialRename,
      credentialDelete,
      securityKeyCreate,
      securityKeyDelete,
      profileOtpSecretCreation,
      otpSecretDelete,
      sessionDelete,
      connectThirdParty,
      disconnectThirdParty,
      patchMetadata,
      accountDelete,
    ],
  },
  /** The browser makes a passkey or security key of the account page; never drawn. */
  webauthn_credential_verification: {
    payload: creationOptions,
    actions: [verifyAttestationResponse, goBack],
  },

  success: { ...success, actions: [] },
  /** The end of a flow that failed. */
  error: { actions: [] },
  account_deleted: { ...accountDeleted, actions: [] },
};

/** What the engine runs here. */
export const PROTOCOL: Protocol = { flows: FLOWS, states: STATES };

/** Where a right code leads. One that was asked for otherwise than as the first factor comes first. */
async function afterPasscode(ctx: FlowContext): Promise<Outcome> {
  const { thirdPartyAccount } = dataOf(ctx);
  if (ctx.flowName === 'profile') return afterProfilePasscode(ctx);
  if (thirdPartyAccount) return (await settleProved(ctx, thirdPartyAccount)) ?? refused();
  if (ctx.account) return addProved(ctx);
  if (ctx.flowName === 'login') return afterLoginPasscode(ctx);
  return ctx.flowName === 'registration' ? afterRegistrationPasscode(ctx) : refused();
}

/** A proved address is stored, or the stored one marked as verified. */
async function afterProfilePasscode(ctx: FlowContext): Promise<Outcome> {
  const { emailId } = dataOf(ctx);
  if (emailId === undefined) return addProved(ctx);
  const account = accountOf(ctx);
  if (!account.emails.some(({ id }) => id === emailId)) return refused();
  await ctx.stores.accounts.markVerified(emailId);
  await ctx.stores.audit.record('email_verified', account.id, ctx.now);
  return nextCommitted();
}

async function addProved(ctx: FlowContext): Promise<Outcome> {
  const { address } = dataOf(ctx);
  const added = address !== undefined && (await addEmail(ctx, address, { verified: true }));
  return added ? nextCommitted() : refused();
}

/** A right code for an address nobody owns leads nowhere. */
async function afterLoginPasscode(ctx: FlowContext): Promise<Outcome> {
  const { address } = dataOf(ctx);
  const { accounts } = ctx.stores;
  const owner = address && (await accounts.findOwner(address));
  if (!owner) return refused();
  await accounts.markVerified(owner.emailId);
  return finishFirstFactor(ctx, owner.userId, { method: 'passcode', secondFactorProved: false });
}

/** Nor does one for an address or username that somebody has taken meanwhile. */
async function afterRegistrationPasscode(ctx: FlowContext): Promise<Outcome> {
  const data = dataOf(ctx);
  const { accounts, usernames } = ctx.stores;
  const taken =
    !data.address ||
    (await accounts.findOwner(data.address)) ||
    (data.username && (await usernames.findOwner(data.username)));
  if (taken) return refused();
  data.provedAddress = data.address;
  data.loginMethod = 'passcode';
  return nextCommitted(...registrationSteps(await findStepFacts(ctx)));
}

function refused(): Outcome {
  return stay('operation_not_permitted_error');
}
