import { goBack } from '../actions/go-back.ts';
import { registerPassword } from '../actions/register-password.ts';
import { skipToOther } from '../actions/skip-to-other.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Offers to set a password. */
export const passwordCreation: StateDefinition = {
  name: 'password_creation',
  payload: () => ({}),
  actions: [registerPassword, skipToOther('password'), goBack],
};
