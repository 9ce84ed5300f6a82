import type { IdentityConfig } from '../config.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { Account } from '../store/account-store.ts';
import type { FlowData } from '../store/flow-record.ts';

/** What the person of a flow has: stored with the account, or with a registration so far. */
export function heldBy(ctx: FlowContext): Held {
  const { config } = ctx.runtime;
  return ctx.account ? heldByAccount(config, ctx.account) : heldByRegistration(config, dataOf(ctx));
}

/** What an account has. */
export function heldByAccount(config: IdentityConfig, account: Account): Held {
  const { emails, username, hasPassword, hasTotp, credentials, identities } = account;
  const providers = new Set<string>(config.thirdParty.providers.map(({ id }) => id));
  return {
    email: emails.length > 0,
    username: username !== undefined,
    password: hasPassword,
    passkey: credentials.some(({ kind }) => kind === 'passkey'),
    totp: hasTotp,
    securityKey: credentials.some(({ kind }) => kind === 'security_key'),
    thirdParty: identities.some(({ provider }) => providers.has(provider)),
  };
}

function heldByRegistration({ email }: IdentityConfig, data: FlowData): Held {
  const { address, provedAddress, username, passwordHash, newCredentials = [], newTotp } = data;
  return {
    email: address !== undefined && (provedAddress === address || !email.requireVerification),
    username: username !== undefined,
    password: passwordHash !== undefined,
    passkey: newCredentials.some(({ kind }) => kind === 'passkey'),
    totp: newTotp !== undefined,
    securityKey: newCredentials.some(({ kind }) => kind === 'security_key'),
    thirdParty: false,
  };
}

/** What a person has, stored or in a registration. */
export interface Held {
  email: boolean;
  username: boolean;
  password: boolean;
  passkey: boolean;
  totp: boolean;
  securityKey: boolean;
  /** An account at a provider that is configured. */
  thirdParty: boolean;
}

/** True when what a person has is enough for a first factor; the last such thing must not go. */
export function canSignIn(config: IdentityConfig, held: Held): boolean {
  const { email, username, password, passkey } = config;
  const namedByEmail = held.email && email.enabled && email.useAsLoginIdentifier;
  const namedByUsername = held.username && username.enabled && username.useAsLoginIdentifier;
  const named = namedByEmail || namedByUsername;
  const byPasscode = named && held.email && email.enabled && email.useForAuthentication;
  const byPassword = named && held.password && password.enabled;
  return byPasscode || byPassword || (held.passkey && passkey.enabled) || held.thirdParty;
}

/** True when the person of a flow could sign in with what they have, but for `changes`. */
export function canStillSignIn(ctx: FlowContext, changes: Partial<Held> = {}): boolean {
  return canSignIn(ctx.runtime.config, { ...heldBy(ctx), ...changes });
}

/** True when what is left still satisfies the demand for a second factor, if there is one. */
export function keepsSecondFactor({ mfa }: IdentityConfig, left: Held): boolean {
  return !mfa.enabled || mfa.optional || left.totp || left.securityKey;
}
