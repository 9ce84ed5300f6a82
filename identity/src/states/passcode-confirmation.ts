import { goBack } from '../actions/go-back.ts';
import { resendPasscode } from '../actions/resend-passcode.ts';
import { verifyPasscode } from '../actions/verify-passcode.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { mailLimit } from '../services/attempt-limits.ts';
import { secondsToNextGuess } from '../services/guard-guesses.ts';
import { sendPasscode } from '../services/send-passcode.ts';

/** Six digits from a mail. Arriving sends one, unless a living code for this address exists. */
export const passcodeConfirmation: StateDefinition = {
  name: 'passcode_confirmation',
  async arrive(ctx) {
    const { address, passcodeAddress, passcodeId } = dataOf(ctx);
    const alive =
      passcodeId !== undefined &&
      passcodeAddress === address &&
      (await ctx.stores.passcodes.isAlive(passcodeId, ctx.now));
    return alive ? undefined : sendPasscode(ctx);
  },
  payload: async (ctx) => ({ resend_after: await secondsToResend(ctx) }),
  actions: [verifyPasscode, resendPasscode, goBack],
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
  const limited = await ctx.stores.rateLimits.secondsToWait(mailLimit(ctx, address), ctx.now);
  const slowed = await secondsToNextGuess(ctx, 'passcode', address);
  return Math.max(0, cooldown, limited, slowed);
}
