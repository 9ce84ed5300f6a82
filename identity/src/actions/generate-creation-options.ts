import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';

const canDoWebauthn = (ctx: FlowContext) => dataOf(ctx).capabilities?.webauthn === true;

/** 'Create a passkey' while signing up or in. */
export const createPasskeyButton: ActionDefinition = {
  name: 'webauthn_generate_creation_options',
  description: 'Create a passkey.',
  enabled: canDoWebauthn,
  inputs: () => ({}),
  run(ctx) {
    startCeremony(ctx, 'create_passkey');
    return next('onboarding_verify_passkey_attestation');
  },
};

/** 'Add a security key' while signing up or in. */
export const createSecurityKeyButton: ActionDefinition = {
  ...createPasskeyButton,
  description: 'Add a security key.',
  run(ctx) {
    startCeremony(ctx, 'create_security_key');
    return next('onboarding_verify_passkey_attestation');
  },
};
