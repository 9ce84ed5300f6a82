import type { FlowContext } from '../engine/flow-context.ts';
import { canSignIn } from '../flows/can-sign-in.ts';
import type { Held } from '../flows/step-facts.ts';
import { heldBy } from './held.ts';

/** True when the person of a flow could sign in with what they have, but for `changes`. */
export function canStillSignIn(ctx: FlowContext, changes: Partial<Held> = {}): boolean {
  return canSignIn(ctx.runtime.config, { ...heldBy(ctx), ...changes });
}
