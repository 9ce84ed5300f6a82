import { randomUUID } from 'node:crypto';
import type { ActionDefinition } from '../engine/definitions.ts';
import type { InputErrors } from '../engine/errors.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf, type InputTable } from '../engine/input.ts';
import { next, reject, type Outcome } from '../engine/outcome.ts';
import type { StateName } from '../engine/state-names.ts';
import { registrationSteps } from '../flows/registration-steps.ts';
import { checkUsername } from '../services/check-username.ts';
import { canStillSignIn } from '../services/can-still-sign-in.ts';
import { gatherStepFacts } from '../services/step-facts.ts';
import { findProviderOf } from '../services/third-party/leave-for-provider.ts';
import { goToProvider } from './go-to-provider.ts';
import { usernameInput } from './login-identifier-input.ts';

/** Steps that leave a person with something to sign in with. */
const credentialSteps: ReadonlySet<StateName> = new Set([
  'credential_onboarding_chooser',
  'onboarding_create_passkey',
  'password_creation',
]);

/**
 * Takes the e-mail address and the username of a new account. A taken address goes the same way as
 * a free one and gets a mail that says so, unless the provider may give hints or asks for no proof.
 */
export const registerLoginIdentifier: ActionDefinition = {
  name: 'register_login_identifier',
  description: 'Continue with the identifiers of a new account.',
  enabled: (ctx) =>
    ctx.runtime.config.account.allowSignup && (asksForEmail(ctx) || asksForUsername(ctx)),
  inputs(ctx) {
    const { email, username } = ctx.runtime.config;
    const inputs: InputTable = {};
    if (asksForEmail(ctx)) {
      const required = email.optional ? {} : { required: true };
      inputs.email = { type: 'email', max_length: email.maxLength, ...required };
    }
    if (asksForUsername(ctx)) inputs.username = usernameInput(username, !username.optional);
    return inputs;
  },
  async run(ctx, input) {
    const { config } = ctx.runtime;
    const address = textOf(input, 'email') || undefined;
    const username = textOf(input, 'username') || undefined;
    if (!address && !username) return rejectBoth(ctx, 'value_invalid_error');
    const institution = address && findProviderOf(config, address);
    if (institution) return goToProvider(ctx, institution);

    const taken = address !== undefined && (await isTaken(ctx, address));
    const errors = await findFaults(ctx, { username, taken });
    if (Object.keys(errors).length > 0) return reject(errors);

    const data = dataOf(ctx);
    data.address = address;
    data.username = username;
    data.newUserId = randomUUID();
    if (address && config.email.requireVerification) {
      data.purpose = taken ? 'email_registration_attempted' : 'email_verification';
      return next('passcode_confirmation');
    }
    const steps = registrationSteps(await gatherStepFacts(ctx));
    const getsIn = canStillSignIn(ctx) || steps.some((step) => credentialSteps.has(step));
    return getsIn ? next(...steps) : rejectBoth(ctx, 'value_missing_error');
  },
};

async function isTaken(ctx: FlowContext, address: string): Promise<boolean> {
  return (await ctx.stores.accounts.findOwner(address)) !== undefined;
}

async function findFaults(
  ctx: FlowContext,
  { username, taken }: { username: string | undefined; taken: boolean },
): Promise<InputErrors> {
  const { email, privacy } = ctx.runtime.config;
  const tells = !email.requireVerification || privacy.showAccountExistenceHints;
  const unfit = username && (await checkUsername(ctx, username));
  return {
    ...(taken && tells ? { email: 'email_already_exists' } : {}),
    ...(unfit ? { username: unfit } : {}),
  };
}

function asksForEmail({ runtime: { config } }: FlowContext): boolean {
  return config.email.enabled && config.email.acquireOnRegistration;
}

function asksForUsername({ runtime: { config } }: FlowContext): boolean {
  return config.username.enabled && config.username.acquireOnRegistration;
}

function rejectBoth(
  ctx: FlowContext,
  code: 'value_invalid_error' | 'value_missing_error',
): Outcome {
  return reject({
    ...(asksForEmail(ctx) ? { email: code } : {}),
    ...(asksForUsername(ctx) ? { username: code } : {}),
  });
}
