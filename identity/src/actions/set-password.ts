import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf, type ActionInput } from '../engine/input.ts';
import { nextCommitted, reject, type Outcome } from '../engine/outcome.ts';
import { endOtherAccess } from '../services/end-other-access.ts';
import { keepPassword } from '../services/keep-gathered.ts';
import { readNewPassword } from '../services/read-new-password.ts';
import { newPasswordInput } from './new-password-input.ts';

/** Sets the account's first password. */
export const passwordCreate: ActionDefinition = {
  name: 'password_create',
  description: 'Set a password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && !accountOf(ctx).hasPassword,
  inputs: ({ runtime: { config } }) => ({ password: newPasswordInput(config) }),
  run: (ctx, input) => setPassword(ctx, input),
};

/** Changes it; other browsers have to sign in again. */
export const passwordUpdate: ActionDefinition = {
  name: 'password_update',
  description: 'Change the password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && accountOf(ctx).hasPassword,
  inputs: ({ runtime: { config } }) => ({ password: newPasswordInput(config) }),
  async run(ctx, input) {
    const outcome = await setPassword(ctx, input);
    if (outcome.kind === 'next') await endOtherAccess(ctx, accountOf(ctx).id);
    return outcome;
  },
};

async function setPassword(ctx: FlowContext, input: ActionInput): Promise<Outcome> {
  const made = await readNewPassword(ctx, textOf(input, 'password'));
  if ('error' in made) return reject({ password: made.error });
  await keepPassword(ctx, made.hash);
  return nextCommitted('profile_init');
}
