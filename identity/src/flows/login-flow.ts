import type { FlowDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { gatherStepFacts } from '../services/step-facts.ts';
import { loginSteps } from './login-steps.ts';

/** Signing in. A right code for an address nobody owns leads nowhere. */
export const loginFlow: FlowDefinition = {
  name: 'login',
  lifetimeSeconds: 24 * 60 * 60,
  start: ['preflight', 'login_init'],
  needsSession: false,
  async afterPasscode(ctx) {
    const data = dataOf(ctx);
    const { accounts } = ctx.stores;
    const owner = data.address && (await accounts.findOwner(data.address));
    const account = owner && (await accounts.find(owner.userId));
    if (!owner || !account) return stay('operation_not_permitted_error');
    await accounts.markVerified(owner.emailId);
    data.userId = account.id;
    data.loginMethod = 'passcode';
    return nextCommitted(...loginSteps(gatherStepFacts(ctx, account)));
  },
};
