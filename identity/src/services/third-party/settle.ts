import { randomUUID } from 'node:crypto';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import type { ThirdPartyAccount } from '../../engine/flow-record.ts';
import { next, nextCommitted, type Outcome } from '../../engine/outcome.ts';
import { thirdPartySteps } from '../../flows/login-steps.ts';
import { gatherStepFacts } from '../step-facts.ts';
import { decideSettlement, usableAddress } from './decide-settlement.ts';

/**
 * Signs in, links or creates the account of somebody who came back from a provider. An address
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
  if (settlement.kind !== 'known') {
    await ctx.stores.identities.add(userId, account, ctx.now);
    await ctx.stores.audit.record('third_party_linked', userId, ctx.now);
  }
  const data = dataOf(ctx);
  data.userId = userId;
  data.loginMethod = 'third_party';
  data.provider = account.provider;
  delete data.thirdPartyAccount;
  ctx.account = await ctx.stores.accounts.find(userId);
  await ctx.stores.audit.record('third_party_succeeded', userId, ctx.now);
  return nextCommitted(...thirdPartySteps(await gatherStepFacts(ctx)));
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
