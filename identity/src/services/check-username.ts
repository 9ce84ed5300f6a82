import type { InputErrorCode } from '../engine/errors.ts';
import type { FlowContext } from '../engine/flow-context.ts';

/** What keeps a username from being taken: other characters than letters, digits and _, or an owner. */
export async function checkUsername(
  ctx: FlowContext,
  username: string,
): Promise<InputErrorCode | undefined> {
  if (!/^\w+$/.test(username)) return 'invalid_username_error';
  const owner = await ctx.stores.usernames.findOwner(username);
  const foreign = owner !== undefined && owner !== ctx.account?.id;
  return foreign ? 'username_already_exists' : undefined;
}
