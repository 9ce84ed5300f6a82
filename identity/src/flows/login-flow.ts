import type { FlowDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { stay } from '../engine/outcome.ts';
import { finishFirstFactor } from '../services/finish-first-factor.ts';
import { afterAddress } from './after-address.ts';

/** Signing in. A right code for an address nobody owns leads nowhere. */
export const loginFlow: FlowDefinition = {
  name: 'login',
  lifetimeSeconds: 24 * 60 * 60,
  start: ['preflight', 'login_init'],
  enabled: () => true,
  needsSession: false,
  async afterPasscode(ctx) {
    const followed = await afterAddress(ctx);
    if (followed) return followed;
    const { address } = dataOf(ctx);
    const { accounts } = ctx.stores;
    const owner = address && (await accounts.findOwner(address));
    if (!owner) return stay('operation_not_permitted_error');
    await accounts.markVerified(owner.emailId);
    return finishFirstFactor(ctx, owner.userId, 'passcode');
  },
};
