import type { Screen } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { viewUser } from './account.ts';
import { rememberBrowser, trustBrowser } from './device.ts';
import { createAccount } from './registration.ts';
import { openSession } from './session.ts';
import { link } from './third-party/settle.ts';

/** Signed in: the account exists from here on, and the reply carries the session token. */
export const success: Screen = {
  async arrive(ctx) {
    const { accounts, audit } = ctx.stores;
    const data = dataOf(ctx);
    if (ctx.flowName === 'registration') data.userId ??= await createAccount(ctx);
    if (data.userId && data.linkAtSuccess) await link(ctx, data.userId, data.linkAtSuccess);
    const account = data.userId && (await accounts.find(data.userId));
    if (!account) throw new Error('nobody to sign in');
    const { enabled, deviceTrustPolicy } = ctx.runtime.config.mfa;
    if (enabled && deviceTrustPolicy === 'always' && data.mfaMethod && data.loginMethod) {
      await trustBrowser(ctx, account.id);
    }
    await rememberBrowser(ctx, account.id);
    ctx.signIn = await openSession(ctx, account);
    await audit.record('login_succeeded', account.id, ctx.now);
    return undefined;
  },
  payload(ctx) {
    if (!ctx.signIn) throw new Error('success without a session');
    const user = viewUser(ctx.signIn.account, ctx.runtime.config);
    return { user, claims: ctx.signIn.claims, ...lastLogin(ctx) };
  },
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
