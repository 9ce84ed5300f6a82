import { dataOf, type FlowContext } from '../engine/flow-context.ts';

/**
 * Stores the account that a registration flow has gathered and answers its id.
 * @throws Error when the address was taken in the same moment; the request rolls back.
 */
export async function createAccount(ctx: FlowContext): Promise<string> {
  const { accounts, audit } = ctx.stores;
  const { address, provedAddress } = dataOf(ctx);
  const userId = await accounts.create(ctx.now);
  if (address !== undefined) {
    const email = { address, isVerified: provedAddress === address, isPrimary: true };
    if (!(await accounts.addEmail(userId, email, ctx.now))) throw new Error('address taken');
  }
  await audit.record('account_created', userId, ctx.now);
  return userId;
}
