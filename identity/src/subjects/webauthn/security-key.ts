import { type ActionDefinition, next, nextCommitted, stay } from '../../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import type { Credential } from '../../store/credential-store.ts';
import { canUseSecurityKeys } from '../capabilities.ts';
import { heldBy } from '../held.ts';
import { begin } from './ceremony.ts';
import { hasRoom, mayGo, removeCredential } from './credential.ts';
import { createPasskeyButton, passkeyButton } from './passkey.ts';

/** The button that asks for the security key as second factor. */
export const securityKeyButton: ActionDefinition = {
  ...passkeyButton,
  description: 'Confirm with a security key.',
  enabled: () => true,
  run(ctx) {
    // Whom an institution has sent here was not asked what the browser can do.
    const possible = dataOf(ctx).capabilities === undefined || canUseSecurityKeys(ctx);
    return possible
      ? begin(ctx, 'assert_security_key', 'login_passkey')
      : stay('platform_authenticator_required');
  },
};

/** From the authenticator app to the security key. */
export const continueToLoginSecurityKey: ActionDefinition = {
  name: 'continue_to_login_security_key',
  description: 'Use the security key instead.',
  enabled: (ctx) =>
    ctx.runtime.config.mfa.securityKeys.enabled &&
    heldBy(ctx).securityKey &&
    canUseSecurityKeys(ctx),
  run: () => nextCommitted('login_security_key'),
};

/** 'Add a security key' while signing up or in. */
export const createSecurityKeyButton: ActionDefinition = {
  ...createPasskeyButton,
  description: 'Add a security key.',
  run: (ctx) => begin(ctx, 'create_security_key', 'onboarding_verify_passkey_attestation'),
};

/** Leads to the screen with that button. */
export const continueToSecurityKeyCreation: ActionDefinition = {
  name: 'continue_to_security_key_creation',
  description: 'Add a security key.',
  enabled: isOffered,
  run: () => next('mfa_security_key_creation'),
};

/** Adds a security key on the account page. */
export const securityKeyCreate: ActionDefinition = {
  name: 'security_key_create',
  description: 'Add a security key.',
  enabled: (ctx) =>
    isOffered(ctx) && hasRoom(ctx, 'security_key', ctx.runtime.config.mfa.securityKeys.limit),
  run: (ctx) =>
    begin(ctx, 'create_security_key', 'webauthn_credential_verification', 'profile_init'),
};

function isOffered(ctx: FlowContext): boolean {
  const { enabled, securityKeys } = ctx.runtime.config.mfa;
  return enabled && securityKeys.enabled && canUseSecurityKeys(ctx);
}

/** Removes a security key there. */
export const securityKeyDelete: ActionDefinition = {
  name: 'security_key_delete',
  description: 'Remove a security key.',
  enabled: (ctx) => keysOf(ctx).some((key) => mayGo(ctx, key)),
  inputs: () => ({ security_key_id: { type: 'string', required: true, hidden: true } }),
  run: (ctx, input) => removeCredential(ctx, keysOf(ctx), textOf(input, 'security_key_id')),
};

function keysOf(ctx: FlowContext): Credential[] {
  return accountOf(ctx).credentials.filter(({ kind }) => kind === 'security_key');
}
