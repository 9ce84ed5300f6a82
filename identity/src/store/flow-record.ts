/** Every state the widget knows. */
export const STATE_NAMES = [
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
export type StateName = (typeof STATE_NAMES)[number];

/** States without a way on: what the flow has learnt is wiped when one of them is reached. */
export const TERMINAL_STATES: ReadonlySet<StateName> = new Set([
  'success',
  'error',
  'account_deleted',
]);

/** The four conversations of the protocol; each is one address. */
export type FlowName = 'login' | 'registration' | 'profile' | 'token_exchange';

/** What the browser said it can do (preflight). */
interface ClientCapabilities {
  webauthn: boolean;
  conditionalMediation: boolean;
  platformAuthenticator: boolean;
  securityKeys: boolean;
}

/** Why a passcode mail is sent; the two `…_attempted` ones carry no code and can never succeed. */
export type PasscodePurpose =
  | 'login'
  | 'recovery'
  | 'email_verification'
  | 'email_login_attempted'
  | 'email_registration_attempted';

/** How the first factor was proved. */
export type LoginMethod = 'passcode' | 'password' | 'passkey' | 'third_party';

/** What a WebAuthn challenge was made for; a response to another kind does not count. */
export type CeremonyKind =
  | 'create_passkey'
  | 'create_security_key'
  | 'assert_passkey'
  | 'assert_security_key';

/** An account at a third-party provider, as the provider describes it. */
export interface ThirdPartyAccount {
  provider: string;
  subject: string;
  email?: string;
  emailVerified: boolean;
  /** The provider says that the person has shown two factors. */
  twoFactors: boolean;
}

/** What a flow has learnt so far. Stored as JSON, wiped when the flow ends. */
export interface FlowData {
  capabilities?: ClientCapabilities;
  rememberMe?: boolean;
  /** Set once the account is proved (login) or from the session (profile). */
  userId?: string;
  /** Login: the username in question; `address` is then its owner's. Registration: the wish. */
  username?: string;
  /** Login: the ways that are offered for the identifier. */
  loginMethods?: LoginMethod[];
  /** Registration: the id the account will have, and what it will be stored with. */
  newUserId?: string;
  passwordHash?: string;
  newCredentials?: NewCredential[];
  newTotp?: { sealed: string; lastStep: number };
  /** The challenge that is out, base64url; single use. */
  ceremony?: { kind: CeremonyKind; challenge: string };
  /** The authenticator secret on the screen, sealed. */
  totpSecret?: string;
  /** Where `thirdparty` sends the browser. */
  redirectUrl?: string;
  /** An unverified third-party address has to be proved before this is used. */
  thirdPartyAccount?: ThirdPartyAccount;
  /** What `success` links to the account. */
  linkAtSuccess?: Pick<ThirdPartyAccount, 'provider' | 'subject'>;
  /** The provider somebody has signed in with. */
  provider?: string;
  /** The e-mail address in question. */
  address?: string;
  /** Profile: the stored, unverified address in question. */
  emailId?: string;
  purpose?: PasscodePurpose;
  /** The one code that counts, the address it was mailed to, and when (ISO 8601). */
  passcodeId?: string;
  passcodeAddress?: string;
  passcodeSentAt?: string;
  /** Registration: the address proved by a passcode. */
  provedAddress?: string;
  loginMethod?: LoginMethod;
  /** The first factor stands for the second one as well. */
  secondFactorProved?: boolean;
  mfaMethod?: 'totp' | 'security_key';
}

/** Where `back` leads: a state with the data and queue it had. */
export interface HistoryItem {
  state: StateName;
  data: FlowData;
  queue: StateName[];
}

/** One conversation. */
export interface FlowRecord {
  id: string;
  flow: FlowName;
  state: StateName;
  previousState: StateName | null;
  /** States that follow the current one, first first. */
  queue: StateName[];
  /** Empty when there is nothing to go back to. */
  history: HistoryItem[];
  data: FlowData;
  csrfToken: string;
  version: number;
  createdAt: Date;
  expiresAt: Date;
  /** Digest of the account or network that opened it; '' for one from before that was kept. */
  openedBy: string;
}

/** A passkey signs in alone; a security key is a second factor only. */
export type CredentialKind = 'passkey' | 'security_key';

/** What a browser has registered: id and COSE public key in base64url. */
export interface NewCredential {
  id: string;
  kind: CredentialKind;
  publicKey: string;
  counter: number;
  transports: string[];
  aaguid: string;
  attestationType: string;
  backupEligible: boolean;
  backupState: boolean;
}
