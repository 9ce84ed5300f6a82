import { type ActionDefinition, stay } from '../../engine/definitions.ts';
import { dataOf } from '../../engine/flow-context.ts';
import { canUsePasskeys } from '../capabilities.ts';
import { begin, startCeremony } from './ceremony.ts';
import { hasRoom, receiveAssertion, verifyAssertionResponse } from './credential.ts';

/**
 * The passkey button of the sign-in screen. A browser without passkeys gets it too: there the
 * widget draws it disabled, with the tooltip that says why.
 */
export const passkeyButton: ActionDefinition = {
  name: 'webauthn_generate_request_options',
  description: 'Sign in with a passkey.',
  enabled: (ctx) => ctx.runtime.config.passkey.enabled,
  run: (ctx) =>
    canUsePasskeys(ctx)
      ? begin(ctx, 'assert_passkey', 'login_passkey')
      : stay('platform_authenticator_required'),
};

/** The passkey button of the chooser. */
export const chooserPasskeyButton: ActionDefinition = {
  ...passkeyButton,
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('passkey') ?? false,
};

/** The response of a passkey chosen by autofill; a refused one leaves a fresh challenge behind. */
export const verifyAutofill: ActionDefinition = {
  ...verifyAssertionResponse,
  enabled: (ctx) => ctx.runtime.config.passkey.enabled && canUsePasskeys(ctx),
  async run(ctx, input) {
    const outcome = await receiveAssertion(ctx, input.assertion_response);
    if (outcome.kind === 'stay') startCeremony(ctx, 'assert_passkey');
    return outcome;
  },
};

/** 'Create a passkey' while signing up or in. */
export const createPasskeyButton: ActionDefinition = {
  name: 'webauthn_generate_creation_options',
  description: 'Create a passkey.',
  enabled: canUsePasskeys,
  run: (ctx) => begin(ctx, 'create_passkey', 'onboarding_verify_passkey_attestation'),
};

/** Creates a passkey on the account page. */
export const passkeyCreate: ActionDefinition = {
  name: 'webauthn_credential_create',
  description: 'Create a passkey.',
  enabled(ctx) {
    const { enabled, limit } = ctx.runtime.config.passkey;
    return enabled && canUsePasskeys(ctx) && hasRoom(ctx, 'passkey', limit);
  },
  run: (ctx) => begin(ctx, 'create_passkey', 'webauthn_credential_verification', 'profile_init'),
};
