import { continueWithLoginIdentifier } from '../actions/continue-with-login-identifier.ts';
import { passkeyButton } from '../actions/generate-request-options.ts';
import { rememberMe } from '../actions/remember-me.ts';
import { thirdPartyOauth } from '../actions/third-party-oauth.ts';
import { verifyAutofill } from '../actions/verify-assertion-response.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';
import { requestOptions } from '../services/webauthn/options.ts';
import { forgetRememberMe } from './forget-remember-me.ts';

/** The sign-in screen; with options in its payload the browser offers passkeys by autofill. */
export const loginInit: StateDefinition = {
  name: 'login_init',
  async arrive(ctx) {
    await forgetRememberMe(ctx);
    if (offersAutofill(ctx)) startCeremony(ctx, 'assert_passkey');
    return undefined;
  },
  payload: (ctx) => (offersAutofill(ctx) ? requestOptions(ctx) : {}),
  actions: [
    continueWithLoginIdentifier,
    passkeyButton,
    verifyAutofill,
    rememberMe,
    thirdPartyOauth,
  ],
};

function offersAutofill(ctx: FlowContext): boolean {
  const { webauthn, conditionalMediation } = dataOf(ctx).capabilities ?? {};
  return ctx.runtime.config.passkey.enabled && webauthn === true && conditionalMediation === true;
}
