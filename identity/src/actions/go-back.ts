import type { ActionDefinition } from '../engine/definitions.ts';
import { back } from '../engine/outcome.ts';

/** Returns to the state before, while nothing was committed in between. */
export const goBack: ActionDefinition = {
  name: 'back',
  description: 'Return to the previous state.',
  enabled: (ctx) => ctx.position.history.length > 0,
  inputs: () => ({}),
  run: () => back(),
};
