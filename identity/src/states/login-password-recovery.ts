import { passwordRecovery } from '../actions/password-recovery.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** The new password after the code of 'Forgot your password?'. */
export const loginPasswordRecovery: StateDefinition = {
  name: 'login_password_recovery',
  payload: () => ({}),
  actions: [passwordRecovery],
};
