import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { perHour, perMinute, type RateLimit } from '../store/rate-limit-store.ts';
import { findKnownBrowser } from './device.ts';

/** What is guessed as often as the limits allow; mailed codes have their own few tries instead. */
type Guessed = 'password' | 'totp';

/**
 * True when a guess may be looked at now. It counts as a wrong one from then on, so that of guesses
 * that arrive at once no more are looked at; {@link noteRightGuess} takes that back.
 */
export async function takeGuess(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<boolean> {
  const { tries, failures } = await findLimits(ctx, guessed, whose);
  return (await ctx.stores.rateLimits.takeAll([tries, ...failures], ctx.now)) === undefined;
}

/** The guess that was taken at `takenAt` is no failure: it was right, or not looked at after all. */
export async function noteRightGuess(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
  takenAt: Date = ctx.now,
): Promise<void> {
  const { failures } = await findLimits(ctx, guessed, whose);
  for (const { bucket } of failures) await ctx.stores.rateLimits.release(bucket, takenAt);
}

/** Counts the guess that was taken as a failure at the account that was tried, if there is one. */
export async function noteWrongGuess(ctx: FlowContext, tried: string | undefined): Promise<void> {
  await ctx.stores.failures.count('login_failed', tried ?? null, ctx.now);
}

/** `{retry_after}` in seconds while guesses are not looked at, else `{}`. */
export async function retryAfter(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<object> {
  const { tries, failures } = await findLimits(ctx, guessed, whose);
  const seconds = await ctx.stores.rateLimits.longestWait([tries, ...failures], ctx.now);
  return seconds > 0 ? { retry_after: seconds } : {};
}

/**
 * What counts against guesses of the caller at one account: tries, right or wrong, and wrong ones of
 * theirs and of all strangers together.
 */
async function findLimits(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<{ tries: RateLimit; failures: RateLimit[] }> {
  const accountId = guessed === 'totp' ? whose : await findClaimed(ctx);
  const { known, key } = await findRequester(ctx, accountId);
  const { digest, config } = ctx.runtime;
  const { limits } = config;
  const own = digest(`${key} ${whose}`);
  const triesPerMinute =
    guessed === 'password' ? limits.passwordTriesPerMinute : limits.otpTriesPerMinute;
  const together = perHour(
    `${guessed}-failure-account:${digest(whose)}`,
    limits.failuresPerAccountPerHour,
  );
  return {
    tries: perMinute(`${guessed}-try:${own}`, triesPerMinute),
    failures: [
      perHour(`${guessed}-failure:${own}`, limits.failuresPerHour),
      ...(known ? [] : [together]),
    ],
  };
}

/**
 * Whose tries and mails are counted together: those of a browser that the account knows, or of a
 * network. So nobody spends what an account's own browsers may do but they themselves.
 */
interface Requester {
  known: boolean;
  key: string;
}

/** Who calls, as seen by an account; without one everybody is a stranger. */
async function findRequester(ctx: FlowContext, accountId: string | undefined): Promise<Requester> {
  const browser = accountId && (await findKnownBrowser(ctx, accountId));
  if (browser) return { known: true, key: `browser ${browser}` };
  return { known: false, key: `network ${ctx.runtime.networkOf(ctx.client.ip)}` };
}

/**
 * Who calls, as seen by the account that has proved an address. One that merely claims it would let
 * somebody mail a stranger as if it were themselves.
 */
export async function findRequesterAt(ctx: FlowContext, address: string): Promise<Requester> {
  const owner = await ctx.stores.accounts.findOwner(address);
  return findRequester(ctx, owner?.isVerified ? owner.userId : undefined);
}

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
