import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** The chooser's passcode button. */
export const continueToPasscodeConfirmation: ActionDefinition = {
  name: 'continue_to_passcode_confirmation',
  description: 'Sign in with a code by e-mail.',
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('passcode') ?? false,
  inputs: () => ({}),
  run: () => next('passcode_confirmation'),
};
