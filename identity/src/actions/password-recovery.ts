import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, reject } from '../engine/outcome.ts';
import { endOtherAccess } from '../services/end-other-access.ts';
import { keepPassword } from '../services/keep-gathered.ts';
import { readNewPassword } from '../services/read-new-password.ts';
import { newPasswordInput } from './new-password-input.ts';

/** Sets a new password in place of a forgotten one; whoever was signed in before is no longer. */
export const passwordRecovery: ActionDefinition = {
  name: 'password_recovery',
  description: 'Set a new password.',
  enabled: () => true,
  inputs: ({ runtime: { config } }) => ({ new_password: newPasswordInput(config) }),
  async run(ctx, input) {
    const made = await readNewPassword(ctx, textOf(input, 'new_password'));
    if ('error' in made) return reject({ new_password: made.error });
    await keepPassword(ctx, made.hash);
    await endOtherAccess(ctx, accountOf(ctx).id);
    return nextCommitted();
  },
};
