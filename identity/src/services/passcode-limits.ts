import type { FlowContext } from '../engine/flow-context.ts';
import type { RateLimit } from '../store/rate-limit-store.ts';

/** Mails with a code (or in place of one) to one address. */
export function mailLimit(ctx: FlowContext, address: string): RateLimit {
  return {
    bucket: `passcode-mail:${ctx.runtime.digest(address)}`,
    limit: ctx.runtime.config.limits.passcodeMailsPerMinute,
    windowSeconds: 60,
  };
}

/** Wrong codes for one address; when they are used up, {@link slowTryLimit} holds as well. */
export function failureLimit(ctx: FlowContext, address: string): RateLimit {
  return {
    bucket: `passcode-failure:${ctx.runtime.digest(address)}`,
    limit: ctx.runtime.config.limits.passcodeFailuresPerHour,
    windowSeconds: 3600,
  };
}

/** One try a minute: new codes and new flows do not help somebody who keeps guessing. */
export function slowTryLimit(ctx: FlowContext, address: string): RateLimit {
  return {
    bucket: `passcode-slow-try:${ctx.runtime.digest(address)}`,
    limit: 1,
    windowSeconds: 60,
  };
}
