import { findFlow } from '../flows/flow-table.ts';
import { findState } from '../states/state-table.ts';
import { flowErrors, type FlowErrorCode, type InputErrors } from './errors.ts';
import type { FlowContext } from './flow-context.ts';
import { moveBack, moveForward, moveToEnd, moveToStart, type Position } from './move-flow.ts';
import type { Outcome } from './outcome.ts';

/** What the envelope has to show beside the state. */
export type Shown = { error?: FlowErrorCode; inputErrors?: InputErrors };

/**
 * Moves the context to where an outcome leads and lets the reached state arrive.
 * `before` is the position at the start of the request; `ctx.position.data` holds what the
 * action wrote. An error of status 5xx ends the flow in the error state.
 */
export async function applyOutcome(
  ctx: FlowContext,
  before: Position,
  outcome: Outcome,
): Promise<Shown> {
  if (outcome.kind === 'next') {
    return { error: await reach(ctx, moveForward(before, ctx.position.data, outcome)) };
  }
  if (outcome.kind === 'back') {
    const arrival = await reach(ctx, moveBack(before));
    return { error: outcome.error ?? arrival };
  }
  if (outcome.kind === 'restart') {
    ctx.flowName = outcome.flowName;
    return { error: await reach(ctx, moveToStart(findFlow(outcome.flowName).start)) };
  }
  if (outcome.kind === 'fail' || flowErrors[outcome.error].status >= 500) {
    ctx.position = moveToEnd(before, 'error');
    return { error: outcome.error };
  }
  return { error: outcome.error, inputErrors: outcome.inputErrors };
}

async function reach(ctx: FlowContext, position: Position): Promise<FlowErrorCode | undefined> {
  const arrived = position.state !== ctx.position.state;
  ctx.position = position;
  return arrived ? await findState(position.state).arrive?.(ctx) : undefined;
}
