import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { isAddress, textOf } from '../engine/input.ts';
import { fail, next, reject, type Outcome } from '../engine/outcome.ts';
import { chooseLoginMethods } from '../services/choose-login-methods.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';
import { findProviderOf } from '../services/third-party/leave-for-provider.ts';
import { primaryEmailOf, type Account } from '../store/read-account.ts';
import { loginIdentifierInputs, loginIdentifierName } from './login-identifier-input.ts';
import { goToProvider } from './go-to-provider.ts';

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

function offerMethods(ctx: FlowContext, account: Account | undefined): Outcome {
  const { methods, choice } = chooseLoginMethods(ctx, account);
  dataOf(ctx).loginMethods = methods;
  switch (choice) {
    case 'chooser':
      return next('login_method_chooser');
    case 'password':
      return next('login_password');
    case 'passcode':
      return next('passcode_confirmation');
    case 'passkey':
      startCeremony(ctx, 'assert_passkey');
      return next('login_passkey');
    case 'nothing':
      return fail('flow_discontinuity_error');
  }
}
