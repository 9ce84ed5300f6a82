import type { IdentityConfig } from '../config.ts';
import type { LoginMethod } from '../engine/flow-record.ts';

/** What a person has, stored or gathered by a registration. */
export type Held = {
  email: boolean;
  username: boolean;
  password: boolean;
  passkey: boolean;
  totp: boolean;
  securityKey: boolean;
  /** An account at a provider that is configured. */
  thirdParty: boolean;
};

/** Everything the order of steps depends on; plain values, so that the order can be tested. */
export type StepFacts = {
  config: IdentityConfig;
  /** The browser can do WebAuthn, and security keys in particular. */
  webauthn: boolean;
  securityKeys: boolean;
  loginMethod: LoginMethod;
  /** The passcode was asked for to set a new password. */
  recovering: boolean;
  deviceTrusted: boolean;
  has: Held;
};
