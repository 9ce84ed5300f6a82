import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { next, reject } from '../engine/outcome.ts';

/**
 * Takes the e-mail address of somebody who signs in. Unknown addresses go the same way as known
 * ones and get a mail that says so; only the mail tells them apart.
 */
export const continueWithLoginIdentifier: ActionDefinition = {
  name: 'continue_with_login_identifier',
  description: 'Continue with an e-mail address.',
  enabled({ runtime: { config } }) {
    const { enabled, useAsLoginIdentifier, useForAuthentication } = config.email;
    return enabled && useAsLoginIdentifier && useForAuthentication;
  },
  inputs: ({ runtime: { config } }) => ({
    email: { type: 'email', min_length: 3, max_length: config.email.maxLength, required: true },
  }),
  async run(ctx, input) {
    const address = textOf(input, 'email');
    const known = (await ctx.stores.accounts.findOwner(address)) !== undefined;
    if (!known && ctx.runtime.config.privacy.showAccountExistenceHints) {
      return reject({ email: 'unknown_email_error' });
    }
    const data = dataOf(ctx);
    data.address = address;
    data.purpose = known ? 'login' : 'email_login_attempted';
    return next('passcode_confirmation');
  },
};
