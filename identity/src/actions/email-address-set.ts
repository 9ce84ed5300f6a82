import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { next, nextCommitted, reject } from '../engine/outcome.ts';
import { addEmail } from '../services/add-email.ts';

/** Takes the address of an account that has none. A taken one leads to a mail and nowhere else. */
export const emailAddressSet: ActionDefinition = {
  name: 'email_address_set',
  description: 'Set an e-mail address.',
  enabled: () => true,
  inputs: ({ runtime: { config } }) => ({
    email: { type: 'email', max_length: config.email.maxLength, required: true },
  }),
  async run(ctx, input) {
    const { email, privacy } = ctx.runtime.config;
    const address = textOf(input, 'email');
    const taken = (await ctx.stores.accounts.findOwner(address)) !== undefined;
    if (taken && (!email.requireVerification || privacy.showAccountExistenceHints)) {
      return reject({ email: 'email_already_exists' });
    }
    if (!email.requireVerification) {
      const added = await addEmail(ctx, address, { verified: false });
      return added ? nextCommitted() : reject({ email: 'email_already_exists' });
    }
    const data = dataOf(ctx);
    data.address = address;
    data.purpose = taken ? 'email_registration_attempted' : 'email_verification';
    return next('passcode_confirmation');
  },
};
