import type { FlowDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { gatherStepFacts } from '../services/step-facts.ts';
import { afterAddress } from './after-address.ts';
import { registrationSteps } from './registration-steps.ts';

/** Creating an account; it is stored only when `success` is reached. */
export const registrationFlow: FlowDefinition = {
  name: 'registration',
  lifetimeSeconds: 24 * 60 * 60,
  start: ['preflight', 'registration_init'],
  enabled: () => true,
  needsSession: false,
  async afterPasscode(ctx) {
    const followed = await afterAddress(ctx);
    if (followed) return followed;
    const data = dataOf(ctx);
    const { accounts, usernames } = ctx.stores;
    const taken =
      !data.address ||
      (await accounts.findOwner(data.address)) ||
      (data.username && (await usernames.findOwner(data.username)));
    if (taken) return stay('operation_not_permitted_error');
    data.provedAddress = data.address;
    data.loginMethod = 'passcode';
    return nextCommitted(...registrationSteps(await gatherStepFacts(ctx)));
  },
};
