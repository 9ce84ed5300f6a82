import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { heldBy } from '../services/held.ts';
import { keepsSecondFactor } from '../services/keeps-second-factor.ts';
import { notifyOwner } from '../services/notify-owner.ts';

/** Removes the authenticator app, unless it is the last second factor where there has to be one. */
export const otpSecretDelete: ActionDefinition = {
  name: 'otp_secret_delete',
  description: 'Remove the authenticator app.',
  enabled: (ctx) =>
    accountOf(ctx).hasTotp &&
    keepsSecondFactor(ctx.runtime.config, { ...heldBy(ctx), totp: false }),
  inputs: () => ({}),
  async run(ctx) {
    const account = accountOf(ctx);
    await ctx.stores.totp.remove(account.id);
    await ctx.stores.audit.record('totp_removed', account.id, ctx.now);
    notifyOwner(ctx, account, 'mfa_method_removed');
    return nextCommitted('profile_init');
  },
};
