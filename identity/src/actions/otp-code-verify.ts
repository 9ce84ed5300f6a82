import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { keepTotp } from '../services/keep-gathered.ts';
import { openTotpSecret } from '../services/totp-secrets.ts';
import { findTotpStep } from '../services/totp.ts';

/**
 * Confirms that the authenticator app shows the right codes. The error stands above the form as
 * well: only then does the widget clear the digits.
 */
export const otpCodeVerify: ActionDefinition = {
  name: 'otp_code_verify',
  description: 'Confirm the authenticator app.',
  enabled: () => true,
  inputs: () => ({ otp_code: { type: 'string', required: true } }),
  async run(ctx, input) {
    const data = dataOf(ctx);
    const { totpSecret: sealed } = data;
    const secret = sealed && openTotpSecret(ctx, sealed);
    const step = secret && findTotpStep(secret, textOf(input, 'otp_code'), ctx.now);
    if (!sealed || !step) return stay('passcode_invalid', { otp_code: 'passcode_invalid' });
    delete data.totpSecret;
    await keepTotp(ctx, { sealed, lastStep: step });
    return nextCommitted();
  },
};
