import type { FlowDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { gatherStepFacts } from '../services/step-facts.ts';
import { registrationSteps } from './registration-steps.ts';

/** Creating an account; it is stored only when `success` is reached. */
export const registrationFlow: FlowDefinition = {
  name: 'registration',
  lifetimeSeconds: 24 * 60 * 60,
  start: ['preflight', 'registration_init'],
  needsSession: false,
  async afterPasscode(ctx) {
    const data = dataOf(ctx);
    const taken = !data.address || (await ctx.stores.accounts.findOwner(data.address));
    if (taken) return stay('operation_not_permitted_error');
    data.provedAddress = data.address;
    data.loginMethod = 'passcode';
    const facts = gatherStepFacts(ctx, undefined);
    return nextCommitted(...registrationSteps({ ...facts, has: { ...facts.has, email: true } }));
  },
};
