import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';

/** Removes the account, its addresses, its sessions and every open flow that names it. */
export const accountDelete: ActionDefinition = {
  name: 'account_delete',
  description: 'Delete the account.',
  enabled: (ctx) => ctx.runtime.config.account.allowDeletion,
  inputs: () => ({}),
  async run(ctx) {
    const { id, emails, username } = accountOf(ctx);
    const names = emails.map(({ address }) => address);
    if (username) names.push(username.username);
    await ctx.stores.flows.removeOf({ id, names }, ctx.flowId);
    await ctx.stores.accounts.remove(id);
    await ctx.stores.audit.record('account_deleted', id, ctx.now);
    ctx.account = undefined;
    ctx.deletedUserId = id;
    return nextCommitted('account_deleted');
  },
};
