import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { canSignIn } from '../flows/can-sign-in.ts';
import { heldByAccount } from '../services/held.ts';
import { notifyOwner } from '../services/notify-owner.ts';
import type { Email } from '../store/read-account.ts';

/**
 * Removes an address. Always offered, because the widget reads its allowed values unasked; they
 * are the addresses that may go.
 */
export const emailDelete: ActionDefinition = {
  name: 'email_delete',
  description: 'Remove an e-mail address.',
  enabled: () => true,
  inputs: (ctx) => ({
    email_id: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: removable(ctx).map(({ id, address }) => ({ value: id, name: address })),
    },
  }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    await ctx.stores.accounts.removeEmail(account.id, textOf(input, 'email_id'));
    await ctx.stores.audit.record('email_removed', account.id, ctx.now);
    notifyOwner(ctx, account, 'email_removed');
    return nextCommitted('profile_init');
  },
};

/** All but the primary one, which goes last; never the last way in. */
function removable(ctx: FlowContext): Email[] {
  const account = accountOf(ctx);
  const { config } = ctx.runtime;
  return account.emails.filter(({ id, isPrimary }) => {
    const emails = account.emails.filter((other) => other.id !== id);
    const mayGo = isPrimary ? emails.length === 0 && config.email.optional : true;
    return mayGo && canSignIn(config, heldByAccount(config, { ...account, emails }));
  });
}
