import type { IdentityConfig } from '../config.ts';
import {
  type ActionDefinition,
  nextCommitted,
  reject,
  type Screen,
} from '../engine/definitions.ts';
import { expiredSessionCookie } from '../engine/envelope.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import type { Account } from '../store/account-store.ts';
import type { Stores } from '../store/stores.ts';
import { forgetAccount } from './device.ts';
import { viewSession } from './session.ts';
import { viewIdentities } from './third-party/connections.ts';
import { viewUsername } from './username.ts';
import { viewCredential } from './webauthn/credential.ts';

/** The account page. */
export const profileInit: Screen = {
  payload(ctx) {
    const { config } = ctx.runtime;
    const user = viewUser(accountOf(ctx), config);
    return config.session.showOnProfile ? { user, sessions: viewSessions(ctx) } : { user };
  },
};

/** The current session first, then the newest. */
function viewSessions(ctx: FlowContext): object[] {
  const { session: current, sessions = [] } = ctx;
  const others = sessions.filter(({ id }) => id !== current?.id);
  return [
    ...(current ? [viewSession(current, true)] : []),
    ...others.map((other) => viewSession(other, false)),
  ];
}

/** A user as the widget and its SDK read it; lists that would be empty are absent. */
export function viewUser(account: Account, config: IdentityConfig): object {
  const { credentials, identities, metadata, username } = account;
  const emails = account.emails.map(({ id, address, isVerified, isPrimary }) => ({
    id,
    address,
    is_verified: isVerified,
    is_primary: isPrimary,
  }));
  const passkeys = credentials.filter(({ kind }) => kind === 'passkey').map(viewCredential);
  const keys = credentials.filter(({ kind }) => kind === 'security_key').map(viewCredential);
  return {
    id: account.id,
    user_id: account.id,
    mfa_config: {
      auth_app_set_up: account.hasTotp,
      totp_enabled: config.mfa.enabled && config.mfa.totp.enabled,
      security_keys_enabled: config.mfa.enabled && config.mfa.securityKeys.enabled,
    },
    ...(emails.length > 0 ? { emails } : {}),
    ...(username ? { username: viewUsername(username) } : {}),
    ...(passkeys.length > 0 ? { passkeys } : {}),
    ...(keys.length > 0 ? { security_keys: keys } : {}),
    ...(identities.length > 0 ? { identities: viewIdentities(account, config) } : {}),
    ...(metadata ? { metadata: { unsafe_metadata: metadata } } : {}),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

/** Removes the account, its addresses, its sessions and every open flow that names it. */
export const accountDelete: ActionDefinition = {
  name: 'account_delete',
  description: 'Delete the account.',
  enabled: (ctx) => ctx.runtime.config.account.allowDeletion,
  async run(ctx) {
    const account = accountOf(ctx);
    await eraseAccount(ctx.stores, account, { now: ctx.now, keepFlowId: ctx.flowId });
    ctx.account = undefined;
    ctx.deletedAccount = {
      accountId: account.id,
      addresses: account.emails
        .filter(({ isVerified }) => isVerified)
        .map(({ address }) => address),
    };
    return nextCommitted('account_deleted');
  },
};

/**
 * The account is gone; the reply deletes the session cookie, which the widget does not, and what the
 * browser's other cookies hold of the account.
 */
export const accountDeleted: Screen = {
  async arrive(ctx) {
    ctx.cookies.push(expiredSessionCookie(ctx.runtime));
    if (ctx.deletedAccount) forgetAccount(ctx, ctx.deletedAccount.accountId);
    return undefined;
  },
};

/**
 * Removes an account with its addresses, its sessions and every open flow that names it, except
 * `keepFlowId`. Call it inside a transaction.
 */
export async function eraseAccount(
  stores: Stores,
  { id, emails, username }: Account,
  { now, keepFlowId }: { now: Date; keepFlowId?: string },
): Promise<void> {
  const addresses = emails.map(({ address }) => address);
  await stores.flows.removeOf({ id, addresses, username: username?.username }, keepFlowId);
  await stores.accounts.remove(id);
  await stores.audit.record('account_deleted', id, now);
}

const MAX_METADATA_LENGTH = 3000;
const MAX_METADATA_DEPTH = 32;

/** Changes what the person stores about themselves: a JSON merge patch, `null` clears. */
export const patchMetadata: ActionDefinition = {
  name: 'patch_metadata',
  description: 'Change the own metadata.',
  inputs: () => ({ patch_metadata: { type: 'json', required: true } }),
  async run(ctx, input) {
    const { id, metadata } = accountOf(ctx);
    const merged = patch(metadata, input.patch_metadata);
    if (merged === undefined) return reject({ patch_metadata: 'invalid_metadata_error' });
    await ctx.stores.accounts.setMetadata(id, merged, ctx.now);
    await ctx.stores.audit.record('metadata_changed', id, ctx.now);
    return nextCommitted('profile_init');
  },
};

function patch(metadata: object | undefined, changes: unknown): object | null | undefined {
  if (changes === null) return null;
  if (!isPlainObject(changes) || !isStorable(changes)) return undefined;
  const merged = mergePatch(metadata, changes);
  const fits = isPlainObject(merged) && JSON.stringify(merged).length <= MAX_METADATA_LENGTH;
  return fits ? merged : undefined;
}

/** True for what JSON calls an object. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a JSON merge patch (RFC 7396) of at most 32 levels; nothing given is changed. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(Object.entries(isPlainObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/**
 * True when a database can keep a JSON value: no NUL and no half of a character in any text, and
 * no more than 32 levels.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_METADATA_DEPTH) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorable(key) && isStorable(inner, depth + 1),
  );
}
