import {
  type ActionDefinition,
  next,
  nextCommitted,
  type Outcome,
  reject,
  type Screen,
  stay,
} from '../../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import type { StateName } from '../../store/flow-record.ts';
import { findKnownBrowser } from '../device.ts';
import {
  findClaimed,
  identifierOf,
  noteRightGuess,
  noteWrongGuess,
  retryAfter,
  takeGuess,
} from '../guesses.ts';
import { canStillSignIn } from '../held.ts';
import { notifyOwner } from '../notices.ts';
import { finishFirstFactor } from '../steps.ts';
import { hashOutside, stayBusy } from './hashing.ts';
import { newPasswordInput, readNewPassword } from './new-password.ts';

/** The password of the account that the identifier names. */
export const loginPassword: Screen = {
  payload: (ctx) => retryAfter(ctx, 'password', identifierOf(ctx)),
};

/** The chooser's password button. */
export const continueToPasswordLogin: ActionDefinition = {
  name: 'continue_to_password_login',
  description: 'Sign in with a password.',
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('password') ?? false,
  run: () => next('login_password'),
};

/** Looked up for unknown accounts, so that they take as long as known ones. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A guess that was counted before it is compared, and what it is compared with. */
interface Guess {
  whose: string;
  takenAt: Date;
  userId?: string;
  stored?: string;
}

/** Compares the password; for an account that is not there, or has none, one of nothing. */
export const passwordLogin: ActionDefinition = {
  name: 'password_login',
  description: 'Sign in with the password.',
  inputs: () => ({ password: { type: 'password', required: true } }),
  async run(ctx, input) {
    const whose = identifierOf(ctx);
    if (!(await takeGuess(ctx, 'password', whose))) return stay('rate_limit_exceeded');
    const userId = await findClaimed(ctx);
    const stored = await ctx.stores.passwords.findHash(userId ?? NOBODY);
    const guess: Guess = { whose, takenAt: ctx.now, userId, stored };
    return hashOutside(
      ctx,
      (passwords) => passwords.verify(stored, textOf(input, 'password')),
      (later, right) => decide(later, guess, right),
    );
  },
};

async function decide(
  ctx: FlowContext,
  { whose, takenAt, userId, stored }: Guess,
  right: boolean | undefined,
): Promise<Outcome> {
  if (right === undefined) {
    await noteRightGuess(ctx, 'password', whose, takenAt);
    return stayBusy(ctx);
  }
  if (right && userId !== undefined && (await holdsStill(ctx, userId, stored))) {
    await noteRightGuess(ctx, 'password', whose, takenAt);
    return finishFirstFactor(ctx, userId, { method: 'password', secondFactorProved: false });
  }
  await noteWrongGuess(ctx, userId);
  return reject({ password: 'value_invalid_error' });
}

/** Neither the password nor the owner of the name has changed while it was compared. */
async function holdsStill(
  ctx: FlowContext,
  userId: string,
  stored: string | undefined,
): Promise<boolean> {
  const claimed = await findClaimed(ctx);
  return claimed === userId && (await ctx.stores.passwords.findHash(userId)) === stored;
}

/** Sets the first password while signing up or in. */
export const registerPassword: ActionDefinition = {
  name: 'register_password',
  description: 'Set a password.',
  ...takePassword('new_password', keepPassword),
};

/** Sets the account's first password. */
export const passwordCreate: ActionDefinition = {
  name: 'password_create',
  description: 'Set a password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && !accountOf(ctx).hasPassword,
  ...takePassword('password', keepPassword, 'profile_init'),
};

/** Changes it; other browsers have to sign in again. */
export const passwordUpdate: ActionDefinition = {
  name: 'password_update',
  description: 'Change the password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && accountOf(ctx).hasPassword,
  ...takePassword('password', replacePassword, 'profile_init'),
};

/** Sets a new password in place of a forgotten one; whoever was signed in before is no longer. */
export const passwordRecovery: ActionDefinition = {
  name: 'password_recovery',
  description: 'Set a new password.',
  ...takePassword('new_password', replacePassword),
};

/** Takes a new password in the input `name`, and goes on to `after` when its hash is kept. */
function takePassword(
  name: 'password' | 'new_password',
  keep: (ctx: FlowContext, hash: string) => Promise<void>,
  ...after: StateName[]
): Pick<ActionDefinition, 'inputs' | 'run'> {
  return {
    inputs: ({ runtime: { config } }) => ({ [name]: newPasswordInput(config) }),
    run: (ctx, input) =>
      readNewPassword(ctx, { input, name }, async (later, hash) => {
        await keep(later, hash);
        return nextCommitted(...after);
      }),
  };
}

/** Removes the password, unless it is the last way in. */
export const passwordDelete: ActionDefinition = {
  name: 'password_delete',
  description: 'Remove the password.',
  enabled(ctx) {
    const { enabled, optional } = ctx.runtime.config.password;
    const has = enabled && accountOf(ctx).hasPassword;
    return has && optional && canStillSignIn(ctx, { password: false });
  },
  async run(ctx) {
    const account = accountOf(ctx);
    await ctx.stores.passwords.remove(account.id);
    await ctx.stores.audit.record('password_removed', account.id, ctx.now);
    await notifyOwner(ctx, account, 'password_changed');
    return nextCommitted('profile_init');
  },
};

/** Stores a password hash with the account, or with the registration until there is one. */
async function keepPassword(ctx: FlowContext, hash: string): Promise<void> {
  const { account, stores, now } = ctx;
  if (!account) {
    dataOf(ctx).passwordHash = hash;
    return;
  }
  await stores.passwords.set(account.id, hash, now);
  await stores.audit.record('password_set', account.id, now);
  await notifyOwner(ctx, account, 'password_changed');
}

/** Stores another hash; other sessions end, no browser is trusted and no other one known any more. */
async function replacePassword(ctx: FlowContext, hash: string): Promise<void> {
  await keepPassword(ctx, hash);
  const { id } = accountOf(ctx);
  await ctx.stores.sessions.removeOf(id, ctx.session?.id);
  await ctx.stores.devices.removeOf(id);
  await ctx.stores.knownBrowsers.removeOf(id, await findKnownBrowser(ctx, id));
}
