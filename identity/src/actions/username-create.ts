import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf, type ActionInput } from '../engine/input.ts';
import { nextCommitted, reject, type Outcome } from '../engine/outcome.ts';
import type { StateName } from '../engine/state-names.ts';
import { checkUsername } from '../services/check-username.ts';
import { usernameInput } from './login-identifier-input.ts';

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
