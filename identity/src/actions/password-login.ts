import type { ActionDefinition } from '../engine/definitions.ts';
import { textOf } from '../engine/input.ts';
import { reject, stay } from '../engine/outcome.ts';
import { findClaimed, identifierOf } from '../services/find-claimed.ts';
import { finishFirstFactor } from '../services/finish-first-factor.ts';
import { noteWrongGuess, takeGuess } from '../services/guard-guesses.ts';

/** Looked up for unknown accounts, so that they take as long as known ones. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Compares the password; for an account that is not there, or has none, one of nothing. */
export const passwordLogin: ActionDefinition = {
  name: 'password_login',
  description: 'Sign in with the password.',
  enabled: () => true,
  inputs: () => ({ password: { type: 'password', required: true } }),
  async run(ctx, input) {
    const whose = identifierOf(ctx);
    if (!(await takeGuess(ctx, 'password', whose))) return stay('rate_limit_exceeded');
    const userId = await findClaimed(ctx);
    const hash = await ctx.stores.passwords.findHash(userId ?? nobody);
    const right = await ctx.runtime.passwords.verify(hash, textOf(input, 'password'));
    if (right && userId) return finishFirstFactor(ctx, userId, 'password');
    await noteWrongGuess(ctx, 'password', whose);
    return reject({ password: 'value_invalid_error' });
  },
};
