import { dataOf, type FlowContext, type SignIn } from '../engine/flow-context.ts';
import { primaryEmailOf, type Account } from '../store/read-account.ts';
import { toClaims } from './claims.ts';

/** Opens a server-side session for an account and signs the token that names it. */
export async function openSession(ctx: FlowContext, account: Account): Promise<SignIn> {
  const { runtime, stores, now, client } = ctx;
  const { lifespanSeconds, limit } = runtime.config.session;
  const expiresAt = new Date(now.getTime() + lifespanSeconds * 1000);
  const session = await stores.sessions.open(
    {
      userId: account.id,
      createdAt: now,
      expiresAt,
      ipAddress: client.ip,
      userAgent: client.userAgent,
    },
    limit,
  );
  const claims = {
    sub: account.id,
    session_id: session.id,
    ...emailClaim(account),
    ...(account.username ? { username: account.username.username } : {}),
    amr: amrOf(ctx),
  };
  const token = await runtime.tokens.sign(claims, { issuedAt: now, expiresAt });
  const payload = await runtime.tokens.verify(token);
  if (!payload) throw new Error('the signed token does not verify');
  return {
    token,
    claims: toClaims(payload),
    account,
    lifetimeSeconds: lifespanSeconds,
    retention: retentionOf(ctx),
  };
}

function emailClaim(account: Account): object {
  const email = primaryEmailOf(account);
  if (!email) return {};
  const { address, isPrimary, isVerified } = email;
  return { email: { address, is_primary: isPrimary, is_verified: isVerified } };
}

/** Authentication method references of RFC 8176, with the provider's names. */
function amrOf(ctx: FlowContext): string[] {
  const { loginMethod, mfaMethod, provider } = dataOf(ctx);
  const external = `ext:${provider ?? ''}`;
  const first = { passcode: 'otp', password: 'pwd', passkey: 'passkey', third_party: external };
  return [...(loginMethod ? [first[loginMethod]] : []), ...(mfaMethod ? [mfaMethod] : [])];
}

function retentionOf(ctx: FlowContext): SignIn['retention'] {
  const { retention } = ctx.runtime.config.session;
  if (retention !== 'prompt') return retention;
  return dataOf(ctx).rememberMe ? 'persistent' : 'session';
}
