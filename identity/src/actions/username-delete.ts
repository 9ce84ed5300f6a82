import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { canStillSignIn } from '../services/can-still-sign-in.ts';

/** Removes the username, unless the person needs it to sign in. */
export const usernameDelete: ActionDefinition = {
  name: 'username_delete',
  description: 'Remove the username.',
  enabled(ctx) {
    const { enabled, optional } = ctx.runtime.config.username;
    const has = enabled && accountOf(ctx).username !== undefined;
    return has && optional && canStillSignIn(ctx, { username: false });
  },
  inputs: () => ({}),
  async run(ctx) {
    const { id } = accountOf(ctx);
    await ctx.stores.usernames.remove(id);
    await ctx.stores.audit.record('username_removed', id, ctx.now);
    return nextCommitted('profile_init');
  },
};
