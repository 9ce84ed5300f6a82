import { continueToPasscodeConfirmation } from '../actions/continue-to-passcode-confirmation.ts';
import { continueToPasswordLogin } from '../actions/continue-to-password-login.ts';
import { chooserPasskeyButton } from '../actions/generate-request-options.ts';
import { goBack } from '../actions/go-back.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Passcode, password or passkey. */
export const loginMethodChooser: StateDefinition = {
  name: 'login_method_chooser',
  payload: () => ({}),
  actions: [continueToPasswordLogin, continueToPasscodeConfirmation, chooserPasskeyButton, goBack],
};
