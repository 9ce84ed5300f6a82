import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { next, nextCommitted, reject } from '../engine/outcome.ts';
import { addEmail } from '../services/add-email.ts';

/**
 * Adds an address to the account, after a code where one is asked for. An address of somebody
 * else then goes the same way, gets a mail that says so and never succeeds.
 */
export const emailCreate: ActionDefinition = {
  name: 'email_create',
  description: 'Add an e-mail address.',
  enabled(ctx) {
    const { enabled, limit } = ctx.runtime.config.email;
    return enabled && accountOf(ctx).emails.length < limit;
  },
  inputs: ({ runtime: { config } }) => ({
    email: { type: 'email', max_length: config.email.maxLength, required: true },
  }),
  async run(ctx, input) {
    const { requireVerification } = ctx.runtime.config.email;
    const address = textOf(input, 'email');
    const owner = await ctx.stores.accounts.findOwner(address);
    const own = owner?.userId === accountOf(ctx).id;
    if (own || (owner && !requireVerification)) return reject({ email: 'email_already_exists' });
    if (!requireVerification) {
      const added = await addEmail(ctx, address, { verified: false });
      return added ? nextCommitted('profile_init') : reject({ email: 'email_already_exists' });
    }
    const data = dataOf(ctx);
    data.address = address;
    data.purpose = owner ? 'email_registration_attempted' : 'email_verification';
    delete data.emailId;
    return next('passcode_confirmation', 'profile_init');
  },
};
