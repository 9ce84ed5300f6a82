import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

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
