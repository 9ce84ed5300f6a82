import { parse } from 'bowser';
import { findLiveSession, idleEndOf } from '../engine/caller.ts';
import { type ActionDefinition, next, nextCommitted } from '../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext, type SignIn } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import type { IdentityRuntime } from '../engine/runtime.ts';
import { type Claims, type SessionPayload, toClaims } from '../engine/session-tokens.ts';
import { type Account, primaryEmailOf } from '../store/account-store.ts';
import type { Session } from '../store/session-store.ts';
import { createStores } from '../store/stores.ts';

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

/** The reply to "is this session alive?"; never an error. */
export type Validation =
  | { is_valid: false }
  | {
      is_valid: true;
      claims: Claims;
      expiration_time: string;
      user_id: string;
      idle_expires_at?: string;
    };

/** Tries the payloads of verified tokens in order. `touch` counts the question as a use of the session. */
export async function validateSession(
  runtime: Pick<IdentityRuntime, 'db' | 'clock' | 'config'>,
  payloads: SessionPayload[],
  { touch }: { touch: boolean },
): Promise<Validation> {
  const { sessions } = createStores(runtime.db);
  const found = await findLiveSession(runtime, sessions, payloads);
  if (!found) return { is_valid: false };
  const now = runtime.clock.now();
  if (touch) await sessions.touch(found.session.id, now);
  const session = touch ? { ...found.session, lastUsed: now } : found.session;
  const idleEnd = idleEndOf(runtime, session);
  const claims = toClaims(found.payload);
  return {
    is_valid: true,
    claims,
    expiration_time: claims.expiration,
    user_id: session.userId,
    ...(idleEnd ? { idle_expires_at: idleEnd.toISOString() } : {}),
  };
}

/** Ends another session of the same account; the allowed values are those sessions. */
export const sessionDelete: ActionDefinition = {
  name: 'session_delete',
  description: 'End another session.',
  enabled: (ctx) => ctx.runtime.config.session.allowRevocation && otherSessions(ctx).length > 0,
  inputs: (ctx) => ({
    session_id: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: otherSessions(ctx).map(({ id }) => ({ value: id, name: id })),
    },
  }),
  async run(ctx, input) {
    await ctx.stores.sessions.remove(textOf(input, 'session_id'));
    await ctx.stores.audit.record('session_revoked', accountOf(ctx).id, ctx.now);
    return nextCommitted('profile_init');
  },
};

function otherSessions(ctx: FlowContext): Session[] {
  return (ctx.sessions ?? []).filter(({ id }) => id !== ctx.session?.id);
}

/** The box 'stay signed in'. */
export const rememberMe: ActionDefinition = {
  name: 'remember_me',
  description: 'Choose whether the session outlives the browser.',
  enabled: (ctx) => ctx.runtime.config.session.retention === 'prompt',
  inputs: () => ({ remember_me: { type: 'boolean', required: true } }),
  run(ctx, input) {
    dataOf(ctx).rememberMe = input.remember_me === true;
    return next(ctx.position.state);
  },
};

/** A screen that is drawn anew shows an empty 'stay signed in' box, so the choice is empty too. */
export async function forgetRememberMe(ctx: FlowContext): Promise<undefined> {
  delete dataOf(ctx).rememberMe;
}

/** A session as the account page lists it. */
export function viewSession(session: Session, current: boolean): object {
  const { userAgent, ipAddress } = session;
  const label = userAgent ? labelBrowser(userAgent) : undefined;
  return {
    id: session.id,
    ...(userAgent ? { user_agent_raw: userAgent } : {}),
    ...(label ? { user_agent: label } : {}),
    ...(ipAddress ? { ip_address: ipAddress } : {}),
    current,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    last_used: session.lastUsed.toISOString(),
  };
}

/** "OS (Browser)", as far as the user agent tells. */
export function labelBrowser(userAgent: string): string | undefined {
  const { os, browser } = parse(userAgent);
  if (os.name && browser.name) return `${os.name} (${browser.name})`;
  return browser.name || os.name || undefined;
}
