import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, reject, stay } from '../engine/outcome.ts';
import { noteWrongGuess, takeGuess } from '../services/guard-guesses.ts';
import { openTotpSecret } from '../services/totp-secrets.ts';
import { findTotpStep } from '../services/totp.ts';

/** Compares the code of the authenticator app; no code counts twice. */
export const otpCodeValidate: ActionDefinition = {
  name: 'otp_code_validate',
  description: 'Enter the code of the authenticator app.',
  enabled: () => true,
  inputs: () => ({ otp_code: { type: 'string', required: true } }),
  async run(ctx, input) {
    const { id } = accountOf(ctx);
    if (!(await takeGuess(ctx, 'totp', id))) return stay('rate_limit_exceeded');
    if (await isRight(ctx, id, textOf(input, 'otp_code'))) {
      dataOf(ctx).mfaMethod = 'totp';
      return nextCommitted();
    }
    await noteWrongGuess(ctx, 'totp', id);
    return reject({ otp_code: 'passcode_invalid' });
  },
};

async function isRight(ctx: FlowContext, userId: string, code: string): Promise<boolean> {
  const sealed = await ctx.stores.totp.findSealed(userId);
  const step = sealed && findTotpStep(openTotpSecret(ctx, sealed), code, ctx.now);
  return step ? ctx.stores.totp.useStep(userId, step) : false;
}
