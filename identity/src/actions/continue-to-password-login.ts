import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** The chooser's password button. */
export const continueToPasswordLogin: ActionDefinition = {
  name: 'continue_to_password_login',
  description: 'Sign in with a password.',
  enabled: (ctx) => dataOf(ctx).loginMethods?.includes('password') ?? false,
  inputs: () => ({}),
  run: () => next('login_password'),
};
