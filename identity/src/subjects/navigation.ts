import { type ActionDefinition, back, next } from '../engine/definitions.ts';
import type { FlowContext } from '../engine/flow-context.ts';

/** True while nothing was committed since the state before. */
export function canGoBack({ position }: FlowContext): boolean {
  return position.history.length > 0;
}

/** Returns to the state before, while nothing was committed in between. */
export const goBack: ActionDefinition = {
  name: 'back',
  description: 'Return to the previous state.',
  enabled: canGoBack,
  run: () => back(),
};

/** Leaves a step out and goes on with what is queued. */
export function skipWhen(enabled: (ctx: FlowContext) => boolean): ActionDefinition {
  return {
    name: 'skip',
    description: 'Skip this step.',
    enabled,
    run: () => next(),
  };
}

/** Returns to the chooser, where the person came from one. */
export const continueToLoginMethodChooser: ActionDefinition = {
  name: 'continue_to_login_method_chooser',
  description: 'Choose another way to sign in.',
  enabled: ({ position }) => position.history.at(-1)?.state === 'login_method_chooser',
  run: () => back(),
};
