import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { eraseAccount } from '../services/erase-account.ts';

/** Removes the account, its addresses, its sessions and every open flow that names it. */
export const accountDelete: ActionDefinition = {
  name: 'account_delete',
  description: 'Delete the account.',
  enabled: (ctx) => ctx.runtime.config.account.allowDeletion,
  inputs: () => ({}),
  async run(ctx) {
    const account = accountOf(ctx);
    await eraseAccount(ctx.stores, account, { now: ctx.now, keepFlowId: ctx.flowId });
    ctx.account = undefined;
    ctx.deletedUserId = account.id;
    return nextCommitted('account_deleted');
  },
};
