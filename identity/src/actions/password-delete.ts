import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { canStillSignIn } from '../services/can-still-sign-in.ts';
import { notifyOwner } from '../services/notify-owner.ts';

/** Removes the password, unless it is the last way in. */
export const passwordDelete: ActionDefinition = {
  name: 'password_delete',
  description: 'Remove the password.',
  enabled(ctx) {
    const { enabled, optional } = ctx.runtime.config.password;
    const has = enabled && accountOf(ctx).hasPassword;
    return has && optional && canStillSignIn(ctx, { password: false });
  },
  inputs: () => ({}),
  async run(ctx) {
    const account = accountOf(ctx);
    await ctx.stores.passwords.remove(account.id);
    await ctx.stores.audit.record('password_removed', account.id, ctx.now);
    notifyOwner(ctx, account, 'password_changed');
    return nextCommitted('profile_init');
  },
};
