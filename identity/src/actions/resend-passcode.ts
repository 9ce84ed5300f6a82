import type { ActionDefinition } from '../engine/definitions.ts';
import { next, stay } from '../engine/outcome.ts';
import { sendPasscode } from '../services/send-passcode.ts';

/** Sends a new code; the one before it dies. */
export const resendPasscode: ActionDefinition = {
  name: 'resend_passcode',
  description: 'Send a new code.',
  enabled: () => true,
  inputs: () => ({}),
  async run(ctx) {
    const error = await sendPasscode(ctx);
    return error ? stay(error) : next('passcode_confirmation');
  },
};
