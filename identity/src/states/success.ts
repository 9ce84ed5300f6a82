import type { StateDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { createAccount } from '../services/create-account.ts';
import { openSession } from '../services/open-session.ts';
import { viewUser } from '../services/user-view.ts';

/** Signed in: the account exists from here on, and the reply carries the session token. */
export const success: StateDefinition = {
  name: 'success',
  async arrive(ctx) {
    const { accounts, audit } = ctx.stores;
    const userId = ctx.flowName === 'registration' ? await createAccount(ctx) : dataOf(ctx).userId;
    const account = userId && (await accounts.find(userId));
    if (!account) throw new Error('nobody to sign in');
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
  const { loginMethod, mfaMethod } = dataOf(ctx);
  if (ctx.flowName === 'registration') return {};
  return {
    last_login: { login_method: loginMethod, ...(mfaMethod ? { mfa_method: mfaMethod } : {}) },
  };
}
