import { securityKeyButton } from '../actions/generate-request-options.ts';
import { continueToLoginOtp } from '../actions/switch-second-factor.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** The security key as second factor. */
export const loginSecurityKey: StateDefinition = {
  name: 'login_security_key',
  payload: () => ({}),
  actions: [securityKeyButton, continueToLoginOtp],
};
