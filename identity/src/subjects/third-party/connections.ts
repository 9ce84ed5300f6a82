import type { IdentityConfig, ThirdPartyProvider } from '../../config.ts';
import { type ActionDefinition, nextCommitted } from '../../engine/definitions.ts';
import { accountOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import type { Account } from '../../store/account-store.ts';
import type { ExternalIdentity } from '../../store/third-party-store.ts';
import { canSignIn, heldByAccount } from '../held.ts';
import { followThirdParty, thirdPartyInputs } from './leave-for-provider.ts';

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

/**
 * The widget prints `provider` as it is, so it is the name people know; `id` is the person's at the
 * provider, `identity_id` is ours and what disconnecting names.
 */
export function viewIdentities({ identities }: Account, config: IdentityConfig): object[] {
  const names = new Map<string, string>(
    config.thirdParty.providers.map(({ id, name }) => [id, name]),
  );
  return identities.map(({ id, provider, subject }) => ({
    id: subject,
    provider: names.get(provider) ?? provider,
    identity_id: id,
  }));
}
