import { randomUUID } from 'node:crypto';
import { type ActionDefinition, next, type Outcome, reject } from '../engine/definitions.ts';
import { FlowRefusal, type InputErrors } from '../engine/errors.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { type InputTable, textOf } from '../engine/input.ts';
import type { StateName } from '../store/flow-record.ts';
import { canStillSignIn } from './held.ts';
import { findStepFacts, registrationSteps } from './steps.ts';
import { findProviderOf, goToProvider } from './third-party/leave-for-provider.ts';
import { checkUsername, usernameInput } from './username.ts';

/** Steps that leave a person with something to sign in with. */
const CREDENTIAL_STEPS: ReadonlySet<StateName> = new Set([
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

    const taken =
      address !== undefined && (await ctx.stores.accounts.findOwner(address)) !== undefined;
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
    const steps = registrationSteps(await findStepFacts(ctx));
    const getsIn = canStillSignIn(ctx) || steps.some((step) => CREDENTIAL_STEPS.has(step));
    return getsIn ? next(...steps) : rejectBoth(ctx, 'value_missing_error');
  },
};

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

/**
 * Stores the account with all that a registration flow has learnt and returns its id.
 * @throws FlowRefusal `operation_not_permitted_error` when its address, username or credential was
 * taken meanwhile; the request rolls back.
 */
export async function createAccount(ctx: FlowContext): Promise<string> {
  const { stores, now } = ctx;
  const data = dataOf(ctx);
  const { address, provedAddress, username, passwordHash, newTotp } = data;
  const userId = data.newUserId ?? randomUUID();
  await stores.accounts.create(userId, now);
  const stored: boolean[] = [];
  if (address !== undefined) {
    const email = { address, isVerified: provedAddress === address, isPrimary: true };
    stored.push(await stores.accounts.addEmail(userId, email, now));
  }
  if (username !== undefined) stored.push(await stores.usernames.set(userId, username, now));
  if (passwordHash !== undefined) await stores.passwords.set(userId, passwordHash, now);
  for (const credential of data.newCredentials ?? []) {
    stored.push(await stores.credentials.add(userId, credential, now));
  }
  if (newTotp) await stores.totp.add(userId, newTotp, now);
  if (stored.includes(false)) throw new FlowRefusal('operation_not_permitted_error');
  await stores.audit.record('account_created', userId, now);
  return userId;
}
