import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { canSignIn } from '../flows/can-sign-in.ts';
import { heldByAccount } from '../services/held.ts';
import type { ExternalIdentity } from '../store/external-identity-store.ts';

/** Disconnects an account at a provider, unless it is the last way in. */
export const disconnectThirdParty: ActionDefinition = {
  name: 'disconnect_thirdparty_oauth_provider',
  description: 'Disconnect an account at a provider.',
  enabled: (ctx) => accountOf(ctx).identities.length > 0,
  inputs: (ctx) => ({
    identity_id: {
      type: 'string',
      required: true,
      allowed_values: removable(ctx).map(({ id, provider }) => ({ value: id, name: provider })),
    },
  }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    await ctx.stores.identities.remove(account.id, textOf(input, 'identity_id'));
    await ctx.stores.audit.record('third_party_unlinked', account.id, ctx.now);
    return nextCommitted('profile_init');
  },
};

function removable(ctx: FlowContext): ExternalIdentity[] {
  const account = accountOf(ctx);
  const { config } = ctx.runtime;
  return account.identities.filter(({ id }) => {
    const identities = account.identities.filter((other) => other.id !== id);
    return canSignIn(config, heldByAccount(config, { ...account, identities }));
  });
}
