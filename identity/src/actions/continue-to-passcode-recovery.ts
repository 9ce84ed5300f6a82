import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** 'Forgot your password?': a code by e-mail, then a new password. Unknown addresses go the same way. */
export const continueToPasscodeRecovery: ActionDefinition = {
  name: 'continue_to_passcode_confirmation_recovery',
  description: 'Set a new password after a code by e-mail.',
  enabled(ctx) {
    const { email, password } = ctx.runtime.config;
    return password.recovery && email.enabled && dataOf(ctx).address !== undefined;
  },
  inputs: () => ({}),
  run(ctx) {
    const data = dataOf(ctx);
    if (data.purpose === 'login') data.purpose = 'recovery';
    return next('passcode_confirmation');
  },
};
