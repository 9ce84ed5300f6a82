import type { NewCredential } from './new-credential.ts';
import type { StateName } from './state-names.ts';

/** The four conversations of the protocol; each is one address. */
export type FlowName = 'login' | 'registration' | 'profile' | 'token_exchange';

/** What the browser said it can do (preflight). */
type ClientCapabilities = {
  webauthn: boolean;
  conditionalMediation: boolean;
  platformAuthenticator: boolean;
  securityKeys: boolean;
};

/** Why a passcode mail is sent; the two `…_attempted` ones carry no code and can never succeed. */
export type PasscodePurpose =
  | 'login'
  | 'recovery'
  | 'email_verification'
  | 'email_login_attempted'
  | 'email_registration_attempted';

/** How the first factor was proved. */
export type LoginMethod = 'passcode' | 'password' | 'passkey' | 'third_party';

/** What a WebAuthn challenge was made for; an answer to another kind does not count. */
export type CeremonyKind =
  | 'create_passkey'
  | 'create_security_key'
  | 'assert_passkey'
  | 'assert_security_key';

/** An account at a third-party provider, as the provider describes it. */
export type ThirdPartyAccount = {
  provider: string;
  subject: string;
  email?: string;
  emailVerified: boolean;
};

/** What a flow has learnt so far. Stored as JSON, wiped when the flow ends. */
export type FlowData = {
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
  mfaMethod?: 'totp' | 'security_key';
};

/** Where `back` leads: a state with the data and queue it had. */
export type HistoryItem = { state: StateName; data: FlowData; queue: StateName[] };

/** One conversation. */
export type FlowRecord = {
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
};
