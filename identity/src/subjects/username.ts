import type { IdentityConfig } from '../config.ts';
import {
  type ActionDefinition,
  nextCommitted,
  type Outcome,
  reject,
} from '../engine/definitions.ts';
import type { InputErrorCode } from '../engine/errors.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { type ActionInput, type InputSpec, textOf } from '../engine/input.ts';
import type { Username } from '../store/account-store.ts';
import type { StateName } from '../store/flow-record.ts';
import { canStillSignIn } from './held.ts';

/** Sets a username on the account page. */
export const usernameCreate: ActionDefinition = {
  name: 'username_create',
  description: 'Set a username.',
  enabled: (ctx) => ctx.runtime.config.username.enabled && !accountOf(ctx).username,
  inputs: ({ runtime: { config } }) => ({ username: usernameInput(config.username) }),
  run: (ctx, input) => setUsername(ctx, input, ['profile_init']),
};

/** Changes it there. */
export const usernameUpdate: ActionDefinition = {
  ...usernameCreate,
  name: 'username_update',
  description: 'Change the username.',
  enabled: (ctx) => ctx.runtime.config.username.enabled && accountOf(ctx).username !== undefined,
};

/** Sets a username after signing in without one. */
export const usernameOnboard: ActionDefinition = {
  ...usernameCreate,
  enabled: () => true,
  run: (ctx, input) => setUsername(ctx, input, []),
};

async function setUsername(
  ctx: FlowContext,
  input: ActionInput,
  after: StateName[],
): Promise<Outcome> {
  const { id } = accountOf(ctx);
  const username = textOf(input, 'username');
  const unfit = await checkUsername(ctx, username);
  if (unfit) return reject({ username: unfit });
  const taken = !(await ctx.stores.usernames.set(id, username, ctx.now));
  if (taken) return reject({ username: 'username_already_exists' });
  await ctx.stores.audit.record('username_set', id, ctx.now);
  return nextCommitted(...after);
}

/** Removes the username, unless the person needs it to sign in. */
export const usernameDelete: ActionDefinition = {
  name: 'username_delete',
  description: 'Remove the username.',
  enabled(ctx) {
    const { enabled, optional } = ctx.runtime.config.username;
    const has = enabled && accountOf(ctx).username !== undefined;
    return has && optional && canStillSignIn(ctx, { username: false });
  },
  async run(ctx) {
    const { id } = accountOf(ctx);
    await ctx.stores.usernames.remove(id);
    await ctx.stores.audit.record('username_removed', id, ctx.now);
    return nextCommitted('profile_init');
  },
};

/** What keeps a username from being taken: other characters than letters, digits and _, or an owner. */
export async function checkUsername(
  ctx: FlowContext,
  username: string,
): Promise<InputErrorCode | undefined> {
  if (!/^\w+$/.test(username)) return 'invalid_username_error';
  const owner = await ctx.stores.usernames.findOwner(username);
  const foreign = owner !== undefined && owner !== ctx.account?.id;
  return foreign ? 'username_already_exists' : undefined;
}

/** A username with its limits. */
export function usernameInput(
  { minLength, maxLength }: IdentityConfig['username'],
  isRequired = true,
): InputSpec {
  const limits = { min_length: minLength, max_length: maxLength };
  return { type: 'string', ...limits, ...(isRequired ? { required: true } : {}) };
}

/** A username as the account page lists it. */
export function viewUsername({ id, username, createdAt, updatedAt }: Username): object {
  return {
    id,
    username,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
