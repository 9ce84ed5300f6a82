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

/** What a flow has learnt so far. Stored as JSON, wiped when the flow ends. */
export type FlowData = {
  capabilities?: ClientCapabilities;
  rememberMe?: boolean;
  /** Set once the account is proved (login) or from the session (profile). */
  userId?: string;
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
