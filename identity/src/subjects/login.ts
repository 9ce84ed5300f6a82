import type { IdentityConfig } from '../config.ts';
import {
  type ActionDefinition,
  fail,
  next,
  type Outcome,
  reject,
  type Screen,
} from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { type InputTable, isAddress, textOf } from '../engine/input.ts';
import { type Account, primaryEmailOf } from '../store/account-store.ts';
import { canUsePasskeys } from './capabilities.ts';
import { heldByAccount } from './held.ts';
import { forgetRememberMe } from './session.ts';
import { findProviderOf, goToProvider } from './third-party/leave-for-provider.ts';
import { usernameInput } from './username.ts';
import { begin, requestOptions, startCeremony } from './webauthn/ceremony.ts';

/** The sign-in screen; with options in its payload the browser offers passkeys by autofill. */
export const loginInit: Screen = {
  async arrive(ctx) {
    await forgetRememberMe(ctx);
    if (offersAutofill(ctx)) startCeremony(ctx, 'assert_passkey');
    return undefined;
  },
  payload: (ctx) => (offersAutofill(ctx) ? requestOptions(ctx) : {}),
};

function offersAutofill(ctx: FlowContext): boolean {
  const { conditionalMediation = false } = dataOf(ctx).capabilities ?? {};
  return ctx.runtime.config.passkey.enabled && canUsePasskeys(ctx) && conditionalMediation;
}

/**
 * Takes the e-mail address or username of somebody who signs in. Unknown addresses go the same way
 * as known ones and get a mail that says so; only the mail tells them apart. Usernames are public.
 */
export const continueWithLoginIdentifier: ActionDefinition = {
  name: 'continue_with_login_identifier',
  description: 'Continue with an e-mail address or a username.',
  enabled({ runtime: { config } }) {
    const { email, password, thirdParty } = config;
    const passcode = email.enabled && email.useForAuthentication;
    const institution = thirdParty.providers.some(({ domains }) => domains.length > 0);
    const named = loginIdentifierName(config) !== undefined;
    return named && (passcode || password.enabled || institution);
  },
  inputs: ({ runtime: { config } }) => loginIdentifierInputs(config),
  async run(ctx, input) {
    const name = loginIdentifierName(ctx.runtime.config) ?? 'email';
    const text = textOf(input, name);
    if (name === 'username' || (name === 'identifier' && !text.includes('@'))) {
      return byUsername(ctx, text, name);
    }
    return isAddress(text) ? byAddress(ctx, text, name) : reject({ [name]: 'value_invalid_error' });
  },
};

async function byAddress(ctx: FlowContext, address: string, name: string): Promise<Outcome> {
  const institution = findProviderOf(ctx.runtime.config, address);
  if (institution) return goToProvider(ctx, institution);
  const { showAccountExistenceHints, onlyShowActualLoginMethods } = ctx.runtime.config.privacy;
  const { accounts } = ctx.stores;
  const owner = await accounts.findOwner(address);
  if (!owner && showAccountExistenceHints) return reject({ [name]: 'unknown_email_error' });
  // Read only where it may show: else known addresses would take longer than unknown ones.
  const account =
    owner && onlyShowActualLoginMethods ? await accounts.find(owner.userId) : undefined;
  const data = dataOf(ctx);
  delete data.username;
  data.address = address;
  data.purpose = owner ? 'login' : 'email_login_attempted';
  return offerMethods(ctx, account);
}

async function byUsername(ctx: FlowContext, username: string, name: string): Promise<Outcome> {
  const userId = await ctx.stores.usernames.findOwner(username);
  const account = userId && (await ctx.stores.accounts.find(userId));
  if (!account) return reject({ [name]: 'unknown_username_error' });
  const data = dataOf(ctx);
  data.username = username;
  data.address = primaryEmailOf(account)?.address;
  data.purpose = 'login';
  return offerMethods(ctx, account);
}

/**
 * Goes where somebody with an identifier may prove it. By default everybody is offered what is
 * switched on, so that nobody can tell accounts apart; `onlyShowActualLoginMethods` offers what the
 * account has. A passkey alone is no reason for the chooser, which shows it beside other methods.
 */
function offerMethods(ctx: FlowContext, account: Account | undefined): Outcome {
  const { config } = ctx.runtime;
  const { email, password, passkey, privacy } = config;
  const data = dataOf(ctx);
  const showsActual = privacy.onlyShowActualLoginMethods && account !== undefined;
  const held = showsActual ? heldByAccount(config, account) : undefined;
  const mailable = email.enabled && email.useForAuthentication && data.address !== undefined;
  const usable = {
    passcode: mailable && (!held || held.email),
    password: password.enabled && (!held || held.password),
    passkey: passkey.enabled && canUsePasskeys(ctx) && (!held || held.passkey),
  };
  const methods = (['passcode', 'password', 'passkey'] as const).filter((name) => usable[name]);
  data.loginMethods = methods;
  const [method, ...others] = held ? methods : methods.filter((name) => name !== 'passkey');
  if (method === undefined) return fail('flow_discontinuity_error');
  if (others.length > 0) return next('login_method_chooser');
  switch (method) {
    case 'password':
      return next('login_password');
    case 'passcode':
      return next('passcode_confirmation');
    case 'passkey':
      return begin(ctx, 'assert_passkey', 'login_passkey');
  }
}

/** The name of the one input that names the person who signs in; undefined when nothing may. */
function loginIdentifierName({
  email,
  username,
}: IdentityConfig): 'identifier' | 'email' | 'username' | undefined {
  const byEmail = email.enabled && email.useAsLoginIdentifier;
  const byUsername = username.enabled && username.useAsLoginIdentifier;
  if (byEmail && byUsername) return 'identifier';
  if (byEmail) return 'email';
  return byUsername ? 'username' : undefined;
}

/** That input with its limits. */
function loginIdentifierInputs(config: IdentityConfig): InputTable {
  const { email, username } = config;
  switch (loginIdentifierName(config)) {
    case 'identifier':
      return { identifier: { type: 'string', max_length: 255, required: true } };
    case 'email':
      return {
        email: { type: 'email', min_length: 3, max_length: email.maxLength, required: true },
      };
    case 'username':
      return { username: usernameInput(username) };
    case undefined:
      return {};
  }
}
