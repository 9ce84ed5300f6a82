import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { heldBy } from '../services/held.ts';

/** From the authenticator app to the security key. */
export const continueToLoginSecurityKey: ActionDefinition = {
  name: 'continue_to_login_security_key',
  description: 'Use the security key instead.',
  enabled: (ctx) =>
    ctx.runtime.config.mfa.securityKeys.enabled && heldBy(ctx).securityKey && canUseKeys(ctx),
  inputs: () => ({}),
  run: () => nextCommitted('login_security_key'),
};

/** From the security key to the authenticator app. */
export const continueToLoginOtp: ActionDefinition = {
  name: 'continue_to_login_otp',
  description: 'Use the authenticator app instead.',
  enabled: (ctx) => ctx.runtime.config.mfa.totp.enabled && heldBy(ctx).totp,
  inputs: () => ({}),
  run: () => nextCommitted('login_otp'),
};

function canUseKeys(ctx: FlowContext): boolean {
  const { webauthn, securityKeys } = dataOf(ctx).capabilities ?? {};
  return webauthn === true && securityKeys === true;
}
