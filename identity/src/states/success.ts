import type { StateDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { createAccount } from '../services/create-account.ts';
import { trustDevice } from '../services/device-trust.ts';
import { openSession } from '../services/open-session.ts';
import { viewUser } from '../services/user-view.ts';

/** Signed in: the account exists from here on, and the reply carries the session token. */
export const success: StateDefinition = {
  name: 'success',
  async arrive(ctx) {
    const { accounts, audit } = ctx.stores;
    const data = dataOf(ctx);
    if (ctx.flowName === 'registration') data.userId ??= await createAccount(ctx);
    const account = data.userId && (await accounts.find(data.userId));
    if (!account) throw new Error('nobody to sign in');
    const { enabled, deviceTrustPolicy } = ctx.runtime.config.mfa;
    if (enabled && deviceTrustPolicy === 'always' && data.mfaMethod && data.loginMethod) {
      await trustDevice(ctx, account.id);
    }
    ctx.signIn = await openSession(ctx, account);
    await audit.record('login_succeeded', account.id, ctx.now);
    return undefined;
  },
  payload(ctx) {
    if (!ctx.signIn) throw new Error('success without a session');
    const user = viewUser(ctx.signIn.account, ctx.runtime.config);
    return { user, claims: ctx.signIn.claims, ...lastLogin(ctx) };
  },
  actions: [],
};

/** What the widget remembers for the 'Last used' bubble; not after a registration. */
function lastLogin(ctx: FlowContext): object {
  const { loginMethod, mfaMethod, provider } = dataOf(ctx);
  if (ctx.flowName === 'registration') return {};
  return {
    last_login: {
      login_method: loginMethod,
      ...(provider ? { third_party_provider: provider } : {}),
      ...(mfaMethod ? { mfa_method: mfaMethod } : {}),
    },
  };
}
