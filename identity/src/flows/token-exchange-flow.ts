import type { FlowDefinition } from '../engine/definitions.ts';
import { stay } from '../engine/outcome.ts';
import { afterAddress } from './after-address.ts';

/** Signing in with a token that an institution has sent the person here with. */
export const tokenExchangeFlow: FlowDefinition = {
  name: 'token_exchange',
  lifetimeSeconds: 60 * 60,
  start: ['thirdparty'],
  enabled: (config) => config.thirdParty.providers.length > 0,
  needsSession: false,
  async afterPasscode(ctx) {
    return (await afterAddress(ctx)) ?? stay('operation_not_permitted_error');
  },
};
