import { continueToLoginMethodChooser } from '../actions/continue-to-login-method-chooser.ts';
import { continueToPasscodeRecovery } from '../actions/continue-to-passcode-recovery.ts';
import { goBack } from '../actions/go-back.ts';
import { passwordLogin } from '../actions/password-login.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { identifierOf } from '../services/find-claimed.ts';
import { retryAfter } from './retry-after.ts';

/** The password of the account that the identifier names. */
export const loginPassword: StateDefinition = {
  name: 'login_password',
  payload: (ctx) => retryAfter(ctx, 'password', identifierOf(ctx)),
  actions: [passwordLogin, continueToPasscodeRecovery, goBack, continueToLoginMethodChooser],
};
