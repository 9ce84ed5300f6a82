import type { ActionDefinition } from '../engine/definitions.ts';
import { followThirdParty, thirdPartyInputs } from './third-party-inputs.ts';

/** A provider's button on the sign-in and sign-up screens. */
export const thirdPartyOauth: ActionDefinition = {
  name: 'thirdparty_oauth',
  description: 'Sign in with an account at a provider.',
  enabled: ({ runtime: { config } }) => config.thirdParty.providers.length > 0,
  inputs: ({ runtime: { config } }) => thirdPartyInputs(config.thirdParty.providers),
  run: (ctx, input) => followThirdParty(ctx, input),
};
