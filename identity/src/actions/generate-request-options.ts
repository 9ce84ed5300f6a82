import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next, stay } from '../engine/outcome.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';

/**
 * The passkey button of the sign-in screen. A browser without passkeys gets it too: there the
 * widget draws it disabled, with the tooltip that says why.
 */
export const passkeyButton: ActionDefinition = {
  name: 'webauthn_generate_request_options',
  description: 'Sign in with a passkey.',
  enabled: (ctx) => ctx.runtime.config.passkey.enabled,
  inputs: () => ({}),
  run(ctx) {
    if (!dataOf(ctx).capabilities?.webauthn) return stay('platform_authenticator_required');
    startCeremony(ctx, 'assert_passkey');
    return next('login_passkey');
  },
};

/** The passkey button of the chooser. */
export const chooserPasskeyButton: ActionDefinition = {
  ...passkeyButton,
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('passkey') ?? false,
};

/** The button that asks for the security key as second factor. */
export const securityKeyButton: ActionDefinition = {
  ...passkeyButton,
  description: 'Confirm with a security key.',
  enabled: () => true,
  run(ctx) {
    const { webauthn, securityKeys } = dataOf(ctx).capabilities ?? {};
    if (!webauthn || !securityKeys) return stay('platform_authenticator_required');
    startCeremony(ctx, 'assert_security_key');
    return next('login_passkey');
  },
};
