import { randomBytes } from 'node:crypto';
import { type ActionDefinition, back, nextCommitted, restart } from '../engine/definitions.ts';
import { serverCookie } from '../engine/envelope.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import type { Stores } from '../store/stores.ts';
import { canGoBack, goBack } from './navigation.ts';

const DAY_SECONDS = 24 * 60 * 60;
const BROWSERS_PER_ACCOUNT = 20;

/** 'Trust this browser': it is not asked for the second factor again. */
export const trustDevice: ActionDefinition = {
  name: 'trust_device',
  description: 'Trust this browser.',
  async run(ctx) {
    await trustBrowser(ctx, accountOf(ctx).id);
    return nextCommitted();
  },
};

/** Back from the question of trust: right after a second factor that means signing in anew. */
export const leaveDeviceTrust: ActionDefinition = {
  ...goBack,
  enabled: () => true,
  run: (ctx) => (canGoBack(ctx) ? back() : restart('login')),
};

/** True when the browser holds a live token of the account and the policy heeds it. */
export async function isTrustedDevice(ctx: FlowContext, userId: string): Promise<boolean> {
  const { enabled, deviceTrustPolicy } = ctx.runtime.config.mfa;
  if (!enabled || deviceTrustPolicy === 'never') return false;
  return (await findDigest(ctx, trustTokens(ctx), userId)) !== undefined;
}

/** Makes the browser a trusted one of the account; it keeps those of other accounts, newest first. */
export async function trustBrowser(ctx: FlowContext, userId: string): Promise<void> {
  await giveToken(ctx, trustTokens(ctx), userId);
  await ctx.stores.audit.record('device_trusted', userId, ctx.now);
}

/**
 * The digest under which an account knows the calling browser, because somebody has signed in to it
 * there. It grants an allowance of its own in the limits, and never a factor.
 */
export async function findKnownBrowser(
  ctx: FlowContext,
  userId: string,
): Promise<string | undefined> {
  return findDigest(ctx, knownTokens(ctx), userId);
}

/** Makes the browser known to the account, under a new token; an account knows its newest 20. */
export async function rememberBrowser(ctx: FlowContext, userId: string): Promise<void> {
  const replaced = await findKnownBrowser(ctx, userId);
  await ctx.stores.knownBrowsers.makeRoom(userId, replaced, BROWSERS_PER_ACCOUNT - 1);
  await giveToken(ctx, knownTokens(ctx), userId);
}

/** Takes an account out of the browser's cookies. */
export function forgetAccount(ctx: FlowContext, userId: string): void {
  for (const tokens of [trustTokens(ctx), knownTokens(ctx)]) {
    const entries = readEntries(ctx, tokens);
    const others = entries.filter((entry) => entry.userId !== userId);
    if (others.length < entries.length) writeEntries(ctx, tokens, others);
  }
}

/** Tokens of one kind: a cookie holds one for each of several accounts, the table their digests. */
interface BrowserTokens {
  store: Stores['devices'];
  cookieName: string;
  tokenBytes: number;
  lifetimeSeconds: number;
  /** Accounts beyond these are forgotten, those that were used longest ago first. */
  maxAccounts: number;
}

function trustTokens({ runtime, stores }: FlowContext): BrowserTokens {
  const { deviceTrustHours, deviceTrustMaxUsers, deviceTrustCookieName } = runtime.config.mfa;
  return {
    store: stores.devices,
    cookieName: deviceTrustCookieName,
    tokenBytes: 64,
    lifetimeSeconds: deviceTrustHours * 3600,
    maxAccounts: deviceTrustMaxUsers,
  };
}

function knownTokens({ runtime, stores }: FlowContext): BrowserTokens {
  return {
    store: stores.knownBrowsers,
    cookieName: 'hanko-known-browser',
    tokenBytes: 32,
    lifetimeSeconds: runtime.config.knownBrowserDays * DAY_SECONDS,
    maxAccounts: 20,
  };
}

/** The digest of the token that the browser holds for an account, if it is a live one. */
async function findDigest(
  ctx: FlowContext,
  tokens: BrowserTokens,
  userId: string,
): Promise<string | undefined> {
  const held = readEntries(ctx, tokens).find((entry) => entry.userId === userId);
  const digest = held && ctx.runtime.digest(held.token);
  return digest && (await tokens.store.has(userId, digest, ctx.now)) ? digest : undefined;
}

/** Gives the browser a new token for an account; the other accounts keep theirs. */
async function giveToken(ctx: FlowContext, tokens: BrowserTokens, userId: string): Promise<void> {
  const token = randomBytes(tokens.tokenBytes).toString('base64url');
  const others = readEntries(ctx, tokens).filter((entry) => entry.userId !== userId);
  writeEntries(ctx, tokens, [{ userId, token }, ...others].slice(0, tokens.maxAccounts));
  const expiresAt = new Date(ctx.now.getTime() + tokens.lifetimeSeconds * 1000);
  await tokens.store.add(userId, ctx.runtime.digest(token), { now: ctx.now, expiresAt });
}

interface Entry {
  userId: string;
  token: string;
}

function writeEntries(
  ctx: FlowContext,
  { cookieName: name, lifetimeSeconds }: BrowserTokens,
  entries: Entry[],
): void {
  const value = entries.map(({ userId, token }) => `${userId}:${token}`).join('|');
  const maxAgeSeconds = entries.length > 0 ? lifetimeSeconds : 0;
  ctx.cookies.push(serverCookie(ctx.runtime, { name, value, maxAgeSeconds }));
}

function readEntries(ctx: FlowContext, { cookieName }: BrowserTokens): Entry[] {
  return (ctx.client.cookies.get(cookieName) ?? '').split('|').flatMap((text) => {
    const [, userId, token] = /^([\da-f-]{36}):([\w-]{43,86})$/.exec(text) ?? [];
    return userId && token ? [{ userId, token }] : [];
  });
}
