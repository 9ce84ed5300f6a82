import type { ThirdPartyProvider } from '../config.ts';
import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { followThirdParty, thirdPartyInputs } from './third-party-inputs.ts';

/** Connects the account with one at a provider. */
export const connectThirdParty: ActionDefinition = {
  name: 'connect_thirdparty_oauth_provider',
  description: 'Connect an account at a provider.',
  enabled: (ctx) => unconnected(ctx).length > 0,
  inputs: (ctx) => thirdPartyInputs(unconnected(ctx)),
  run: (ctx, input) => followThirdParty(ctx, input, ['profile_init']),
};

function unconnected(ctx: FlowContext): ThirdPartyProvider[] {
  const connected = new Set(accountOf(ctx).identities.map(({ provider }) => provider));
  return ctx.runtime.config.thirdParty.providers.filter(({ id }) => !connected.has(id));
}
