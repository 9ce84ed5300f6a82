import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';
import { heldBy } from '../services/held.ts';

/** The chooser's passkey button. */
export const continueToPasskeyRegistration: ActionDefinition = {
  name: 'continue_to_passkey_registration',
  description: 'Create a passkey.',
  enabled: (ctx) =>
    ctx.runtime.config.passkey.enabled &&
    dataOf(ctx).capabilities?.webauthn === true &&
    !heldBy(ctx).passkey,
  inputs: () => ({}),
  run: () => next('onboarding_create_passkey'),
};

/** The chooser's password button. */
export const continueToPasswordRegistration: ActionDefinition = {
  name: 'continue_to_password_registration',
  description: 'Set a password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && !heldBy(ctx).password,
  inputs: () => ({}),
  run: () => next('password_creation'),
};
