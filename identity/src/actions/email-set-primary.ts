import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { notifyOwner } from '../services/notify-owner.ts';

/** Makes another address the one that mails and tokens use; an unproved one cannot be it. */
export const emailSetPrimary: ActionDefinition = {
  name: 'email_set_primary',
  description: 'Make an e-mail address the primary one.',
  enabled: (ctx) => accountOf(ctx).emails.length > 1,
  inputs: () => ({ email_id: { type: 'string', required: true, hidden: true } }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    const emailId = textOf(input, 'email_id');
    const email = account.emails.find(({ id }) => id === emailId);
    if (!email) return stay('not_found');
    if (!email.isVerified && ctx.runtime.config.email.requireVerification) {
      return stay('operation_not_permitted_error');
    }
    if (!email.isPrimary) {
      await ctx.stores.accounts.setPrimary(account.id, email.id);
      await ctx.stores.audit.record('primary_email_changed', account.id, ctx.now);
      notifyOwner(ctx, account, 'primary_email_changed');
    }
    return nextCommitted('profile_init');
  },
};
