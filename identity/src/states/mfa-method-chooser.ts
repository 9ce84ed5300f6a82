import { continueToOtpSecretCreation } from '../actions/continue-to-otp-secret-creation.ts';
import { continueToSecurityKeyCreation } from '../actions/continue-to-security-key-creation.ts';
import { goBack } from '../actions/go-back.ts';
import { skipWhen } from '../actions/skip.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Security key or authenticator app. */
export const mfaMethodChooser: StateDefinition = {
  name: 'mfa_method_chooser',
  payload: () => ({}),
  actions: [
    continueToOtpSecretCreation,
    continueToSecurityKeyCreation,
    skipWhen(({ runtime }) => runtime.config.mfa.optional),
    goBack,
  ],
};
