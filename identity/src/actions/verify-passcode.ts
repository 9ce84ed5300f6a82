import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { reject, stay } from '../engine/outcome.ts';
import { findFlow } from '../flows/flow-table.ts';
import { noteWrongGuess, takeGuess } from '../services/guard-guesses.ts';
import { passcodeDigest } from '../services/send-passcode.ts';
import type { PasscodeVerdict } from '../store/passcode-store.ts';

/** Compares the six digits; what a right code leads to is the flow's decision. */
export const verifyPasscode: ActionDefinition = {
  name: 'verify_passcode',
  description: 'Enter the code from the mail.',
  enabled: () => true,
  inputs: () => ({ code: { type: 'string', required: true } }),
  async run(ctx, input) {
    const { address = '' } = dataOf(ctx);
    if (!(await takeGuess(ctx, 'passcode', address))) return stay('rate_limit_exceeded');
    const { verdict, compared } = await compare(ctx, textOf(input, 'code'));
    if (verdict === 'right') return findFlow(ctx.flowName).afterPasscode(ctx);
    if (compared) await noteWrongGuess(ctx, 'passcode', address);
    if (verdict === 'exhausted') return stay('passcode_max_attempts_reached');
    return reject({ code: 'passcode_invalid' });
  },
};

/** A code proves only the address it was mailed to, however the person got to this screen. */
async function compare(ctx: FlowContext, code: string): Promise<PasscodeVerdict> {
  const { address, passcodeAddress, passcodeId } = dataOf(ctx);
  if (passcodeId === undefined || passcodeAddress !== address) {
    return { verdict: 'gone', compared: false };
  }
  return ctx.stores.passcodes.compare(passcodeId, passcodeDigest(ctx, passcodeId, code), ctx.now);
}
