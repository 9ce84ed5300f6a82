import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { failureLimit, slowTryLimit, tryLimit, type Guessed } from './attempt-limits.ts';

/** True when a guess may be looked at now; it is counted then. */
export async function takeGuess(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<boolean> {
  const { rateLimits } = ctx.stores;
  const spent = await rateLimits.secondsToWait(failureLimit(ctx, guessed, whose), ctx.now);
  if (spent > 0 && !(await rateLimits.take(slowTryLimit(ctx, guessed, whose), ctx.now))) {
    return false;
  }
  return guessed === 'passcode' || rateLimits.take(tryLimit(ctx, guessed, whose), ctx.now);
}

/** Counts a wrong guess. */
export async function noteWrongGuess(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<void> {
  await ctx.stores.rateLimits.take(failureLimit(ctx, guessed, whose), ctx.now);
  await ctx.stores.audit.record('login_failed', dataOf(ctx).userId ?? null, ctx.now);
}

/** Seconds until a guess will be looked at again; 0 when it is now. */
export async function secondsToNextGuess(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<number> {
  const { rateLimits } = ctx.stores;
  const limits = [slowTryLimit(ctx, guessed, whose)];
  if (guessed !== 'passcode') limits.push(tryLimit(ctx, guessed, whose));
  let longest = 0;
  for (const limit of limits) {
    longest = Math.max(longest, await rateLimits.secondsToWait(limit, ctx.now));
  }
  return longest;
}
