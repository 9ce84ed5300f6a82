import type { FlowContext } from '../engine/flow-context.ts';

/** After a change of password: ends all sessions but the current one, and trusts no browser any more. */
export async function endOtherAccess(ctx: FlowContext, userId: string): Promise<void> {
  await ctx.stores.sessions.removeOf(userId, ctx.session?.id);
  await ctx.stores.devices.removeOf(userId);
}
