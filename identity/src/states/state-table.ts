import type { StateDefinition } from '../engine/definitions.ts';
import type { StateName } from '../engine/state-names.ts';
import { accountDeleted } from './account-deleted.ts';
import { credentialOnboardingChooser } from './credential-onboarding-chooser.ts';
import { deviceTrust } from './device-trust.ts';
import { error } from './error.ts';
import { loginInit } from './login-init.ts';
import { loginMethodChooser } from './login-method-chooser.ts';
import { loginOtp } from './login-otp.ts';
import { loginPasskey } from './login-passkey.ts';
import { loginPasswordRecovery } from './login-password-recovery.ts';
import { loginPassword } from './login-password.ts';
import { loginSecurityKey } from './login-security-key.ts';
import { mfaMethodChooser } from './mfa-method-chooser.ts';
import { mfaOtpSecretCreation } from './mfa-otp-secret-creation.ts';
import { mfaSecurityKeyCreation } from './mfa-security-key-creation.ts';
import { onboardingCreatePasskey } from './onboarding-create-passkey.ts';
import { onboardingEmail } from './onboarding-email.ts';
import { onboardingUsername } from './onboarding-username.ts';
import {
  onboardingVerifyPasskeyAttestation,
  webauthnCredentialVerification,
} from './onboarding-verify-passkey-attestation.ts';
import { passcodeConfirmation } from './passcode-confirmation.ts';
import { passwordCreation } from './password-creation.ts';
import { preflight } from './preflight.ts';
import { profileInit } from './profile-init.ts';
import { registrationInit } from './registration-init.ts';
import { success } from './success.ts';
import { thirdParty } from './third-party.ts';

const states: Record<StateName, StateDefinition> = {
  preflight,
  login_init: loginInit,
  login_method_chooser: loginMethodChooser,
  login_password: loginPassword,
  login_password_recovery: loginPasswordRecovery,
  login_passkey: loginPasskey,
  login_otp: loginOtp,
  login_security_key: loginSecurityKey,
  registration_init: registrationInit,
  passcode_confirmation: passcodeConfirmation,
  thirdparty: thirdParty,
  onboarding_username: onboardingUsername,
  onboarding_email: onboardingEmail,
  credential_onboarding_chooser: credentialOnboardingChooser,
  onboarding_create_passkey: onboardingCreatePasskey,
  onboarding_verify_passkey_attestation: onboardingVerifyPasskeyAttestation,
  password_creation: passwordCreation,
  mfa_method_chooser: mfaMethodChooser,
  mfa_otp_secret_creation: mfaOtpSecretCreation,
  mfa_security_key_creation: mfaSecurityKeyCreation,
  device_trust: deviceTrust,
  profile_init: profileInit,
  webauthn_credential_verification: webauthnCredentialVerification,
  success,
  error,
  account_deleted: accountDeleted,
};

/** The definition of a state. */
export function findState(name: StateName): StateDefinition {
  return states[name];
}
