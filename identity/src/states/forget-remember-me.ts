import { dataOf, type FlowContext } from '../engine/flow-context.ts';

/** A screen that is drawn anew shows an empty 'stay signed in' box, so the choice is empty too. */
export async function forgetRememberMe(ctx: FlowContext): Promise<undefined> {
  delete dataOf(ctx).rememberMe;
}
