import type { IdentityConfig } from '../config.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { FlowData } from '../engine/flow-record.ts';
import type { Held } from '../flows/step-facts.ts';
import type { Account } from '../store/read-account.ts';

/** What the person of a flow has: stored with the account, or gathered so far by a registration. */
export function heldBy(ctx: FlowContext): Held {
  const { config } = ctx.runtime;
  return ctx.account ? heldByAccount(config, ctx.account) : gathered(config, dataOf(ctx));
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

function gathered({ email }: IdentityConfig, data: FlowData): Held {
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
