import { type ActionDefinition, next } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';

/** Takes down what the browser can do and goes on to the first screen. */
export const registerClientCapabilities: ActionDefinition = {
  name: 'register_client_capabilities',
  description: 'Send the WebAuthn capabilities of the client.',
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

/** True when the browser has said that it can do WebAuthn. */
export function canUsePasskeys(ctx: FlowContext): boolean {
  return dataOf(ctx).capabilities?.webauthn ?? false;
}

/** True when it has said so and security keys can be attached. */
export function canUseSecurityKeys(ctx: FlowContext): boolean {
  return canUsePasskeys(ctx) && (dataOf(ctx).capabilities?.securityKeys ?? false);
}
