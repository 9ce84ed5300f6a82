import type { ActionDefinition } from '../engine/definitions.ts';
import type { FlowContext } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';

/** Leaves a step out and goes on with what is queued. */
export function skipWhen(enabled: (ctx: FlowContext) => boolean): ActionDefinition {
  return {
    name: 'skip',
    description: 'Skip this step.',
    enabled,
    inputs: () => ({}),
    run: () => next(),
  };
}
