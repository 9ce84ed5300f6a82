import type { InputErrorCode } from '../engine/errors.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { checkPassword } from './check-password.ts';

/** Checks a new password and hashes it. */
export async function readNewPassword(
  ctx: FlowContext,
  password: string,
): Promise<{ hash: string } | { error: InputErrorCode }> {
  const { address, username } = dataOf(ctx);
  const addresses = ctx.account?.emails.map((email) => email.address) ?? [];
  const own = [address, username, ctx.account?.username?.username, ...addresses];
  const error = checkPassword(
    password,
    own.filter((name) => name !== undefined),
  );
  return error ? { error } : { hash: await ctx.runtime.passwords.hash(password) };
}
