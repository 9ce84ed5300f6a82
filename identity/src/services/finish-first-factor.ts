import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { LoginMethod } from '../engine/flow-record.ts';
import { nextCommitted, stay, type Outcome } from '../engine/outcome.ts';
import { loginSteps } from '../flows/login-steps.ts';
import { gatherStepFacts } from './step-facts.ts';

/** Goes on with an account that has proved to be the person's, to whatever follows. */
export async function finishFirstFactor(
  ctx: FlowContext,
  userId: string,
  method: LoginMethod,
): Promise<Outcome> {
  ctx.account = await ctx.stores.accounts.find(userId);
  if (!ctx.account) return stay('operation_not_permitted_error');
  const data = dataOf(ctx);
  data.userId = userId;
  data.loginMethod = method;
  return nextCommitted(...loginSteps(await gatherStepFacts(ctx)));
}
