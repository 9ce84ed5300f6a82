import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** Takes down what the browser can do and goes on to the first screen. */
export const registerClientCapabilities: ActionDefinition = {
  name: 'register_client_capabilities',
  description: 'Send the WebAuthn capabilities of the client.',
  enabled: () => true,
  inputs: () => ({
    webauthn_available: { type: 'boolean', required: true, hidden: true },
    webauthn_conditional_mediation_available: { type: 'boolean', hidden: true },
    webauthn_platform_authenticator_available: { type: 'boolean', hidden: true },
  }),
  run(ctx, input) {
    const { attachment } = ctx.runtime.config.mfa.securityKeys;
    const platformAuthenticator = input.webauthn_platform_authenticator_available === true;
    dataOf(ctx).capabilities = {
      webauthn: input.webauthn_available === true,
      conditionalMediation: input.webauthn_conditional_mediation_available === true,
      platformAuthenticator,
      securityKeys: platformAuthenticator || attachment !== 'platform',
    };
    return next();
  },
};
