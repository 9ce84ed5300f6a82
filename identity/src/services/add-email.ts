import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Adds an address to the flow's account; the first one becomes primary. False when somebody has
 * taken it meanwhile or the account has its number of addresses.
 */
export async function addEmail(
  ctx: FlowContext,
  address: string,
  { verified }: { verified: boolean },
): Promise<boolean> {
  const account = accountOf(ctx);
  if (account.emails.length >= ctx.runtime.config.email.limit) return false;
  const added = await ctx.stores.accounts.addEmail(
    account.id,
    { address, isVerified: verified, isPrimary: account.emails.length === 0 },
    ctx.now,
  );
  if (!added) return false;
  await ctx.stores.audit.record('email_added', account.id, ctx.now);
  notifyOwner(ctx, account, 'email_added');
  return true;
}
