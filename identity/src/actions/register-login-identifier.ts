import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { next, reject } from '../engine/outcome.ts';
import { registrationSteps } from '../flows/registration-steps.ts';
import { gatherStepFacts } from '../services/step-facts.ts';

/**
 * Takes the e-mail address of a new account. A taken one goes the same way as a free one and
 * gets a mail that says so, unless the provider may give hints or asks for no proof.
 */
export const registerLoginIdentifier: ActionDefinition = {
  name: 'register_login_identifier',
  description: 'Continue with the identifier of a new account.',
  enabled({ runtime: { config } }) {
    return config.account.allowSignup && config.email.enabled && config.email.acquireOnRegistration;
  },
  inputs: ({ runtime: { config } }) => ({
    email: {
      type: 'email',
      max_length: config.email.maxLength,
      ...(config.email.optional ? {} : { required: true }),
    },
  }),
  async run(ctx, input) {
    const { config } = ctx.runtime;
    const address = textOf(input, 'email');
    if (address === '') return reject({ email: 'value_invalid_error' });
    const taken = (await ctx.stores.accounts.findOwner(address)) !== undefined;
    const proves = config.email.requireVerification;
    if (taken && (!proves || config.privacy.showAccountExistenceHints)) {
      return reject({ email: 'email_already_exists' });
    }
    const data = dataOf(ctx);
    data.address = address;
    if (!proves) return next(...registrationSteps(gatherStepFacts(ctx, undefined)));
    data.purpose = taken ? 'email_registration_attempted' : 'email_verification';
    return next('passcode_confirmation');
  },
};
