import { randomInt, randomUUID } from 'node:crypto';
import {
  type ActionDefinition,
  next,
  type Outcome,
  reject,
  type Screen,
  stay,
} from '../../engine/definitions.ts';
import type { FlowErrorCode } from '../../engine/errors.ts';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import { passcodeMail } from '../../mail/mail.ts';
import { type PasscodeVerdict, TRIES_PER_CODE } from '../../store/passcode-store.ts';
import { perDay, perHour, perMinute, type RateLimit } from '../../store/rate-limit-store.ts';
import { findClaimed, findRequesterAt, noteWrongGuess } from '../guesses.ts';
import { installationMailLimit, type MailLimit } from '../notices.ts';

/** Six digits from a mail. Arriving sends one, unless a living code for this address exists. */
export const passcodeConfirmation: Screen = {
  async arrive(ctx) {
    const { address, passcodeAddress, passcodeId } = dataOf(ctx);
    const alive =
      passcodeId !== undefined &&
      passcodeAddress === address &&
      (await ctx.stores.passcodes.isAlive(passcodeId, ctx.now));
    return alive ? undefined : sendPasscode(ctx);
  },
  payload: async (ctx) => ({ resend_after: await secondsToResend(ctx) }),
};

/**
 * What the link 'Request a new code' counts down from: the cooldown after a mail, or the longest
 * wait among the limits that are used up.
 */
async function secondsToResend(ctx: FlowContext): Promise<number> {
  const { address = '', passcodeSentAt, passcodeAddress } = dataOf(ctx);
  const { resendCooldownSeconds } = ctx.runtime.config.email;
  const sent = passcodeSentAt && passcodeAddress === address ? Date.parse(passcodeSentAt) : 0;
  const cooldown = Math.ceil(resendCooldownSeconds - (ctx.now.getTime() - sent) / 1000);
  const limits = await codeMailLimits(ctx, address);
  return Math.max(0, cooldown, await ctx.stores.rateLimits.longestWait(limits, ctx.now));
}

/** The chooser's passcode button. */
export const continueToPasscodeConfirmation: ActionDefinition = {
  name: 'continue_to_passcode_confirmation',
  description: 'Sign in with a code by e-mail.',
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('passcode') ?? false,
  run: () => next('passcode_confirmation'),
};

/** 'Forgot your password?': a code by e-mail, then a new password. Unknown addresses go the same way. */
export const continueToPasscodeRecovery: ActionDefinition = {
  name: 'continue_to_passcode_confirmation_recovery',
  description: 'Set a new password after a code by e-mail.',
  enabled(ctx) {
    const { email, password } = ctx.runtime.config;
    return password.recovery && email.enabled && dataOf(ctx).address !== undefined;
  },
  run(ctx) {
    const data = dataOf(ctx);
    if (data.purpose === 'login') data.purpose = 'recovery';
    return next('passcode_confirmation');
  },
};

/** Compares the six digits; what a right code leads to is the flow's decision. */
export function verifyPasscode(
  afterPasscode: (ctx: FlowContext) => Promise<Outcome>,
): ActionDefinition {
  return {
    name: 'verify_passcode',
    description: 'Enter the code from the mail.',
    inputs: () => ({ code: { type: 'string', required: true } }),
    async run(ctx, input) {
      const { address = '' } = dataOf(ctx);
      const { verdict, compared } = await compare(ctx, textOf(input, 'code'));
      if (verdict === 'right') return afterPasscode(ctx);
      if (compared) await noteWrongCode(ctx, address);
      if (verdict === 'exhausted') return stay('passcode_max_attempts_reached');
      return reject({ code: 'passcode_invalid' });
    },
  };
}

/** A code proves only the address it was mailed to, however the person got to this screen. */
async function compare(ctx: FlowContext, code: string): Promise<PasscodeVerdict> {
  const { address, passcodeAddress, passcodeId } = dataOf(ctx);
  if (passcodeId === undefined || address === undefined || passcodeAddress !== address) {
    return { verdict: 'gone', compared: false };
  }
  return ctx.stores.passcodes.compare(passcodeId, {
    digest: passcodeDigest(ctx, passcodeId, code),
    maxTries: await findTriesPerCode(ctx, address),
    now: ctx.now,
  });
}

/**
 * Tries that the flow's code has. They count for this flow alone, so nobody else can use them up;
 * how many codes there are is limited by the mails. Where strangers keep guessing, theirs have one.
 */
async function findTriesPerCode(ctx: FlowContext, address: string): Promise<number> {
  const { known } = await findRequesterAt(ctx, address);
  if (known) return TRIES_PER_CODE;
  const spent = await ctx.stores.rateLimits.secondsToWait(wrongCodeLimit(ctx, address), ctx.now);
  return spent > 0 ? 1 : TRIES_PER_CODE;
}

async function noteWrongCode(ctx: FlowContext, address: string): Promise<void> {
  const { known } = await findRequesterAt(ctx, address);
  if (!known) await ctx.stores.rateLimits.take(wrongCodeLimit(ctx, address), ctx.now);
  await noteWrongGuess(ctx, dataOf(ctx).userId ?? (await findClaimed(ctx)));
}

/** Wrong codes that strangers have entered for an address. */
function wrongCodeLimit({ runtime }: FlowContext, address: string): RateLimit {
  const { passcodeFailuresPerDay } = runtime.config.limits;
  return perDay(`code-failure:${runtime.digest(address)}`, passcodeFailuresPerDay);
}

/** Sends a new code; the one before it dies. */
export const resendPasscode: ActionDefinition = {
  name: 'resend_passcode',
  description: 'Send a new code.',
  async run(ctx) {
    const error = await sendPasscode(ctx);
    return error ? stay(error) : next('passcode_confirmation');
  },
};

/**
 * Makes a new 6-digit code for the flow's address and puts its mail into the outbox. The code
 * before it dies, because the flow no longer points to it. Purposes that can never succeed go
 * the same way, code included, so that nobody can tell them apart by time; their mail lacks it.
 * Returns `rate_limit_exceeded` when one of the limits on mail is used up.
 */
async function sendPasscode(ctx: FlowContext): Promise<FlowErrorCode | undefined> {
  const { runtime, stores, now, client } = ctx;
  const data = dataOf(ctx);
  const { address, purpose } = data;
  if (address === undefined || purpose === undefined) throw new Error('no address to prove');
  const limits = await codeMailLimits(ctx, address);
  const spent = await stores.rateLimits.takeAll(limits, now);
  if (spent) {
    await noteRefusal(ctx, spent);
    return 'rate_limit_exceeded';
  }

  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ttlSeconds = runtime.config.email.passcodeTtlSeconds;
  await stores.passcodes.add({
    id,
    flowId: ctx.flowId,
    digest: passcodeDigest(ctx, id, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000),
  });
  data.passcodeId = id;
  data.passcodeAddress = address;
  data.passcodeSentAt = now.toISOString();
  ctx.outbox.push({
    mail: passcodeMail({ to: address, language: client.language }, purpose, {
      ...runtime,
      code,
      ttlSeconds,
    }),
    required: true,
    async undo(later) {
      for (const { bucket } of limits) await later.rateLimits.release(bucket, now);
    },
  });
  return undefined;
}

/** Counts each refusal, and logs a budget that is spent once in its window. */
async function noteRefusal({ runtime, stores, now }: FlowContext, spent: MailLimit): Promise<void> {
  const { budget, bucket } = spent;
  runtime.onMailRefused?.(budget);
  if (budget === 'address') return;
  const once = { ...spent, bucket: `${bucket}:logged`, limit: 1 };
  if (await stores.rateLimits.take(once, now)) {
    runtime.log.warn({ budget }, 'identity.mail_budget_spent');
  }
}

/** What is stored of a code. The id is part of it, so equal codes look different. */
function passcodeDigest(ctx: FlowContext, id: string, code: string): string {
  return ctx.runtime.digest(`${id}:${code}`);
}

/**
 * What a mail with a code (or in place of one) counts against. Strangers together can neither spend
 * what a known browser may ask for nor the last fifth of the installation's mail. The order is that
 * in which the rows are locked.
 */
async function codeMailLimits(ctx: FlowContext, address: string): Promise<MailLimit[]> {
  const { known, key } = await findRequesterAt(ctx, address);
  const { digest, config } = ctx.runtime;
  const { limits } = config;
  const own = digest(`${key} ${address}`);
  const ofRequester: MailLimit[] = [
    { budget: 'address', ...perMinute(`code-mail-minute:${own}`, limits.passcodeMailsPerMinute) },
    { budget: 'address', ...perHour(`code-mail-hour:${own}`, limits.passcodeMailsPerHour) },
  ];
  if (known) return [...ofRequester, installationMailLimit(limits.mailsPerHour)];
  const { passcodeMailsPerAddressPerHour, mailsPerNetworkPerHour } = limits;
  const [anybody, network] = [digest(address), digest(key)];
  return [
    ...ofRequester,
    {
      budget: 'address',
      ...perHour(`code-mail-address:${anybody}`, passcodeMailsPerAddressPerHour),
    },
    { budget: 'network', ...perHour(`code-mail-network:${network}`, mailsPerNetworkPerHour) },
    installationMailLimit(Math.ceil(limits.mailsPerHour * 0.8)),
  ];
}
