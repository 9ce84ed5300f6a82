import { continueWithLoginIdentifier } from '../actions/continue-with-login-identifier.ts';
import { rememberMe } from '../actions/remember-me.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { forgetRememberMe } from './forget-remember-me.ts';

/** The sign-in screen. */
export const loginInit: StateDefinition = {
  name: 'login_init',
  arrive: forgetRememberMe,
  payload: () => ({}),
  actions: [continueWithLoginIdentifier, rememberMe],
};
