import { otpCodeValidate } from '../actions/otp-code-validate.ts';
import { continueToLoginSecurityKey } from '../actions/switch-second-factor.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { retryAfter } from './retry-after.ts';

/** The code of the authenticator app as second factor. */
export const loginOtp: StateDefinition = {
  name: 'login_otp',
  payload: (ctx) => retryAfter(ctx, 'totp', accountOf(ctx).id),
  actions: [otpCodeValidate, continueToLoginSecurityKey],
};
