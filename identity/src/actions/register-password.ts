import type { ActionDefinition } from '../engine/definitions.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, reject } from '../engine/outcome.ts';
import { readNewPassword } from '../services/read-new-password.ts';
import { keepPassword } from '../services/keep-gathered.ts';
import { newPasswordInput } from './new-password-input.ts';

/** Sets the first password while signing up or in. */
export const registerPassword: ActionDefinition = {
  name: 'register_password',
  description: 'Set a password.',
  enabled: () => true,
  inputs: ({ runtime: { config } }) => ({ new_password: newPasswordInput(config) }),
  async run(ctx, input) {
    const made = await readNewPassword(ctx, textOf(input, 'new_password'));
    if ('error' in made) return reject({ new_password: made.error });
    await keepPassword(ctx, made.hash);
    return nextCommitted();
  },
};
