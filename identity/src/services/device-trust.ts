import { randomBytes } from 'node:crypto';
import { serverCookie } from '../engine/cookies.ts';
import type { FlowContext } from '../engine/flow-context.ts';

const tokenBytes = 64;

type Entry = { userId: string; token: string };

/** True when the browser holds a live token of the account and the policy heeds it. */
export async function isTrustedDevice(ctx: FlowContext, userId: string): Promise<boolean> {
  const { enabled, deviceTrustPolicy } = ctx.runtime.config.mfa;
  if (!enabled || deviceTrustPolicy === 'never') return false;
  const entry = readEntries(ctx).find((candidate) => candidate.userId === userId);
  if (!entry) return false;
  return ctx.stores.devices.isTrusted(userId, ctx.runtime.digest(entry.token), ctx.now);
}

/** Makes the browser a trusted one of the account; it keeps those of other accounts, newest first. */
export async function trustDevice(ctx: FlowContext, userId: string): Promise<void> {
  const { deviceTrustHours, deviceTrustMaxUsers, deviceTrustCookieName } = ctx.runtime.config.mfa;
  const token = randomBytes(tokenBytes).toString('base64url');
  const maxAgeSeconds = deviceTrustHours * 3600;
  await ctx.stores.devices.add(userId, ctx.runtime.digest(token), {
    now: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + maxAgeSeconds * 1000),
  });
  await ctx.stores.audit.record('device_trusted', userId, ctx.now);
  const others = readEntries(ctx).filter((entry) => entry.userId !== userId);
  const value = [{ userId, token }, ...others]
    .slice(0, deviceTrustMaxUsers)
    .map((entry) => `${entry.userId}:${entry.token}`)
    .join('|');
  ctx.cookies.push(
    serverCookie(ctx.runtime, { name: deviceTrustCookieName, value, maxAgeSeconds }),
  );
}

function readEntries(ctx: FlowContext): Entry[] {
  const cookie = ctx.client.cookies.get(ctx.runtime.config.mfa.deviceTrustCookieName) ?? '';
  return cookie.split('|').flatMap((text) => {
    const [, userId, token] = /^([\da-f-]{36}):([\w-]{86})$/.exec(text) ?? [];
    return userId && token ? [{ userId, token }] : [];
  });
}
