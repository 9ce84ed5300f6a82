import type { ActionDefinition } from '../engine/definitions.ts';
import { back } from '../engine/outcome.ts';

/** Returns to the chooser, where the person came from one. */
export const continueToLoginMethodChooser: ActionDefinition = {
  name: 'continue_to_login_method_chooser',
  description: 'Choose another way to sign in.',
  enabled: ({ position }) => position.history.at(-1)?.state === 'login_method_chooser',
  inputs: () => ({}),
  run: () => back(),
};
