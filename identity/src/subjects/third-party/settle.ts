import { randomUUID } from 'node:crypto';
import type { IdentityConfig } from '../../config.ts';
import { next, nextCommitted, type Outcome } from '../../engine/definitions.ts';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { isAddress } from '../../engine/input.ts';
import type { ThirdPartyAccount } from '../../store/flow-record.ts';
import type { Stores } from '../../store/stores.ts';
import { countsAsSecondFactor } from '../second-factor/second-factor.ts';
import { findStepFacts, thirdPartySteps } from '../steps.ts';

/**
 * Signs in to the account of somebody who came back from a provider, or creates it. An address
 * that the provider has not verified is proved first. Undefined when the person is not let in.
 */
export async function settle(
  ctx: FlowContext,
  account: ThirdPartyAccount,
): Promise<Outcome | undefined> {
  const { config } = ctx.runtime;
  const settlement = await decideSettlement(config, ctx.stores, account);
  if (settlement.kind === 'refuse') return undefined;
  if (settlement.kind === 'prove') return proveAddress(ctx, account, settlement.taken);
  const userId = settlement.kind === 'create' ? await create(ctx, account) : settlement.userId;
  const data = dataOf(ctx);
  if (settlement.kind === 'create') await link(ctx, userId, account);
  // An account that is there already may have a second factor, which comes first.
  const { provider, subject } = account;
  if (settlement.kind === 'link') data.linkAtSuccess = { provider, subject };
  data.userId = userId;
  data.loginMethod = 'third_party';
  data.provider = provider;
  data.secondFactorProved = isSecondFactorProved(config, account);
  delete data.thirdPartyAccount;
  ctx.account = await ctx.stores.accounts.find(userId);
  await ctx.stores.audit.record('third_party_succeeded', userId, ctx.now);
  return nextCommitted(...thirdPartySteps(await findStepFacts(ctx)));
}

/** Links an account at a provider, unless somebody has linked it meanwhile. */
export async function link(
  { stores, now }: FlowContext,
  userId: string,
  account: Pick<ThirdPartyAccount, 'provider' | 'subject'>,
): Promise<void> {
  if (!(await stores.identities.add(userId, account, now))) return;
  await stores.audit.record('third_party_linked', userId, now);
}

function isSecondFactorProved(
  { thirdParty }: IdentityConfig,
  { provider, twoFactors }: ThirdPartyAccount,
): boolean {
  const setting = thirdParty.providers.find(({ id }) => id === provider)?.countsAsSecondFactor;
  return setting !== undefined && countsAsSecondFactor(setting, twoFactors);
}

function proveAddress(ctx: FlowContext, account: ThirdPartyAccount, taken: boolean): Outcome {
  const data = dataOf(ctx);
  const mayBecomeAccount = taken || ctx.runtime.config.account.allowSignup;
  data.address = account.email;
  data.purpose = mayBecomeAccount ? 'email_verification' : 'email_login_attempted';
  data.thirdPartyAccount = account;
  return next('passcode_confirmation');
}

async function create(ctx: FlowContext, account: ThirdPartyAccount): Promise<string> {
  const { stores, now } = ctx;
  const userId = randomUUID();
  await stores.accounts.create(userId, now);
  const address = usableAddress(ctx.runtime.config, account);
  if (address !== undefined) {
    const email = { address, isVerified: account.emailVerified, isPrimary: true };
    await stores.accounts.addEmail(userId, email, now);
  }
  await stores.audit.record('account_created', userId, now);
  return userId;
}

/**
 * Goes on after the code for an unverified third-party address was right. The proof holds for the
 * owner of that address too, so an account that has never proved it may now be linked.
 */
export async function settleProved(
  ctx: FlowContext,
  account: ThirdPartyAccount,
): Promise<Outcome | undefined> {
  const owner = account.email && (await ctx.stores.accounts.findOwner(account.email));
  if (owner) await ctx.stores.accounts.markVerified(owner.emailId);
  return settle(ctx, { ...account, emailVerified: true });
}

/** Why somebody who came back from a provider is not let in; the widget's page gets the code. */
export type SettlementRefusal = 'user_conflict' | 'signup_disabled' | 'unverified_email';

/** What becomes of somebody who came back from a provider. */
type Settlement =
  | { kind: 'known'; userId: string }
  /** An account has proved the same address; the two become one. */
  | { kind: 'link'; userId: string }
  | { kind: 'create' }
  /** The provider has not verified the address: a code comes first. */
  | { kind: 'prove'; taken: boolean }
  | { kind: 'refuse'; reason: SettlementRefusal };

/** The account's address as far as it is one that we could store. */
function usableAddress(config: IdentityConfig, { email }: ThirdPartyAccount): string | undefined {
  if (!config.email.enabled || !email || email.length > config.email.maxLength) return undefined;
  return isAddress(email) ? email : undefined;
}

/**
 * Known (provider, subject) signs in; else the same verified address links; else a new account.
 * An address that our own account has not proved never links, because whoever stored it there may
 * be somebody else.
 */
export async function decideSettlement(
  config: IdentityConfig,
  stores: Pick<Stores, 'identities' | 'accounts'>,
  account: ThirdPartyAccount,
): Promise<Settlement> {
  const known = await stores.identities.findOwner(account.provider, account.subject);
  if (known !== undefined) return { kind: 'known', userId: known };
  const address = usableAddress(config, account);
  const owner = address && (await stores.accounts.findOwner(address));
  if (address && !account.emailVerified) {
    if (config.email.requireVerification) return { kind: 'prove', taken: Boolean(owner) };
    if (owner) return { kind: 'refuse', reason: 'unverified_email' };
  }
  if (owner) {
    const provider = config.thirdParty.providers.find(({ id }) => id === account.provider);
    const links = provider?.allowLinking === true && owner.isVerified;
    return links
      ? { kind: 'link', userId: owner.userId }
      : { kind: 'refuse', reason: 'user_conflict' };
  }
  return config.account.allowSignup
    ? { kind: 'create' }
    : { kind: 'refuse', reason: 'signup_disabled' };
}
