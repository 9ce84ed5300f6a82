import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** Sets up an authenticator app while signing up or in. */
export const continueToOtpSecretCreation: ActionDefinition = {
  name: 'continue_to_otp_secret_creation',
  description: 'Set up an authenticator app.',
  enabled: ({ runtime: { config } }) => config.mfa.enabled && config.mfa.totp.enabled,
  inputs: () => ({}),
  run: () => next('mfa_otp_secret_creation'),
};

/** Sets one up on the account page. */
export const profileOtpSecretCreation: ActionDefinition = {
  ...continueToOtpSecretCreation,
  enabled: (ctx) => continueToOtpSecretCreation.enabled(ctx) && !accountOf(ctx).hasTotp,
  run: () => next('mfa_otp_secret_creation', 'profile_init'),
};
