import type { FlowContext } from '../engine/flow-context.ts';
import type { IdentityRuntime } from '../identity-runtime.ts';
import type { RateLimit } from '../store/rate-limit-store.ts';

/** Flows opened by one account or from one address: each is a row that is kept for a day. */
export function flowLimit({ digest, config }: IdentityRuntime, whose: string): RateLimit {
  return {
    bucket: `flow:${digest(whose)}`,
    limit: config.limits.flowsPerMinute,
    windowSeconds: 60,
  };
}

/** What is guessed. */
export type Guessed = 'passcode' | 'password' | 'totp';

/** Mails with a code (or in place of one) to one address. */
export function mailLimit(ctx: FlowContext, address: string): RateLimit {
  return {
    bucket: `passcode-mail:${ctx.runtime.digest(address)}`,
    limit: ctx.runtime.config.limits.passcodeMailsPerMinute,
    windowSeconds: 60,
  };
}

/** Tries of one client at one account, right or wrong; mailed codes have three tries each instead. */
export function tryLimit(
  ctx: FlowContext,
  guessed: Exclude<Guessed, 'passcode'>,
  whose: string,
): RateLimit {
  const { passwordTriesPerMinute, otpTriesPerMinute } = ctx.runtime.config.limits;
  return {
    bucket: `${guessed}-try:${ctx.runtime.digest(`${ctx.client.ip} ${whose}`)}`,
    limit: guessed === 'password' ? passwordTriesPerMinute : otpTriesPerMinute,
    windowSeconds: 60,
  };
}

/** Wrong guesses at one account; when they are used up, {@link slowTryLimit} holds as well. */
export function failureLimit(ctx: FlowContext, guessed: Guessed, whose: string): RateLimit {
  return {
    bucket: `${guessed}-failure:${ctx.runtime.digest(whose)}`,
    limit: ctx.runtime.config.limits.failuresPerHour,
    windowSeconds: 3600,
  };
}

/** One try a minute: new codes, flows and addresses do not help somebody who keeps guessing. */
export function slowTryLimit(ctx: FlowContext, guessed: Guessed, whose: string): RateLimit {
  return {
    bucket: `${guessed}-slow-try:${ctx.runtime.digest(whose)}`,
    limit: 1,
    windowSeconds: 60,
  };
}
