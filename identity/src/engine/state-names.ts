/** Every state the widget knows. */
export const stateNames = [
  'preflight',
  'login_init',
  'login_method_chooser',
  'login_password',
  'login_password_recovery',
  'login_passkey',
  'login_otp',
  'login_security_key',
  'registration_init',
  'passcode_confirmation',
  'thirdparty',
  'onboarding_username',
  'onboarding_email',
  'credential_onboarding_chooser',
  'onboarding_create_passkey',
  'onboarding_verify_passkey_attestation',
  'password_creation',
  'mfa_method_chooser',
  'mfa_otp_secret_creation',
  'mfa_security_key_creation',
  'device_trust',
  'profile_init',
  'webauthn_credential_verification',
  'success',
  'error',
  'account_deleted',
] as const;

/** The name of a state as it travels in the envelope. */
export type StateName = (typeof stateNames)[number];

/** States without a way on: what the flow has learnt is wiped when one of them is reached. */
export const terminalStates: ReadonlySet<StateName> = new Set([
  'success',
  'error',
  'account_deleted',
]);
