import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';
import type { CredentialKind } from '../engine/new-credential.ts';

/** Creates a passkey on the account page. */
export const passkeyCreate: ActionDefinition = {
  name: 'webauthn_credential_create',
  description: 'Create a passkey.',
  enabled(ctx) {
    const { enabled, limit } = ctx.runtime.config.passkey;
    return enabled && dataOf(ctx).capabilities?.webauthn === true && hasRoom(ctx, 'passkey', limit);
  },
  inputs: () => ({}),
  run(ctx) {
    startCeremony(ctx, 'create_passkey');
    return next('webauthn_credential_verification', 'profile_init');
  },
};

/** Adds a security key there. */
export const securityKeyCreate: ActionDefinition = {
  name: 'security_key_create',
  description: 'Add a security key.',
  enabled(ctx) {
    const { enabled, securityKeys } = ctx.runtime.config.mfa;
    const { webauthn, securityKeys: attachable } = dataOf(ctx).capabilities ?? {};
    const possible = enabled && securityKeys.enabled && webauthn === true && attachable === true;
    return possible && hasRoom(ctx, 'security_key', securityKeys.limit);
  },
  inputs: () => ({}),
  run(ctx) {
    startCeremony(ctx, 'create_security_key');
    return next('webauthn_credential_verification', 'profile_init');
  },
};

function hasRoom(ctx: FlowContext, wanted: CredentialKind, limit: number): boolean {
  return accountOf(ctx).credentials.filter(({ kind }) => kind === wanted).length < limit;
}
