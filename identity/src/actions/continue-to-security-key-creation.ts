import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** Adds a security key while signing up or in. */
export const continueToSecurityKeyCreation: ActionDefinition = {
  name: 'continue_to_security_key_creation',
  description: 'Add a security key.',
  enabled(ctx) {
    const { enabled, securityKeys } = ctx.runtime.config.mfa;
    const { webauthn, securityKeys: attachable } = dataOf(ctx).capabilities ?? {};
    return enabled && securityKeys.enabled && webauthn === true && attachable === true;
  },
  inputs: () => ({}),
  run: () => next('mfa_security_key_creation'),
};
