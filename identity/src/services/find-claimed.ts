import { dataOf, type FlowContext } from '../engine/flow-context.ts';

/** The identifier somebody has entered to sign in; '' before that. */
export function identifierOf(ctx: FlowContext): string {
  const { username, address } = dataOf(ctx);
  return username ?? address ?? '';
}

/** The id of the account that the identifier names, if any. */
export async function findClaimed(ctx: FlowContext): Promise<string | undefined> {
  const { username, address } = dataOf(ctx);
  if (username !== undefined) return ctx.stores.usernames.findOwner(username);
  const owner = address === undefined ? undefined : await ctx.stores.accounts.findOwner(address);
  return owner?.userId;
}
