import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { nextCommitted, stay, type Outcome } from '../engine/outcome.ts';
import { addEmail } from '../services/add-email.ts';
import { settleProved } from '../services/third-party/settle.ts';

/**
 * What a right code leads to when it was not asked for as the first factor: to a third-party
 * account with an unverified address, or to an address that the account lacked. Undefined when it
 * was the first factor.
 */
export async function afterAddress(ctx: FlowContext): Promise<Outcome | undefined> {
  const { thirdPartyAccount, address } = dataOf(ctx);
  if (thirdPartyAccount) {
    const settled = await settleProved(ctx, thirdPartyAccount);
    return settled ?? stay('operation_not_permitted_error');
  }
  if (!ctx.account) return undefined;
  const added = address !== undefined && (await addEmail(ctx, address, { verified: true }));
  return added ? nextCommitted() : stay('operation_not_permitted_error');
}
