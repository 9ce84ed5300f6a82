import { registerLoginIdentifier } from '../actions/register-login-identifier.ts';
import { rememberMe } from '../actions/remember-me.ts';
import { thirdPartyOauth } from '../actions/third-party-oauth.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { forgetRememberMe } from './forget-remember-me.ts';

/** The sign-up screen. */
export const registrationInit: StateDefinition = {
  name: 'registration_init',
  arrive: forgetRememberMe,
  payload: () => ({}),
  actions: [registerLoginIdentifier, rememberMe, thirdPartyOauth],
};
