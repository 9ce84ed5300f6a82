import type { ActionDefinition } from '../engine/definitions.ts';
import { FlowRefusal } from '../engine/errors.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf, type ActionInput } from '../engine/input.ts';
import { back, nextCommitted, type Outcome } from '../engine/outcome.ts';
import { takeResult, type RoundTripResult } from '../services/third-party/exchange-tokens.ts';
import { bindingCookieName } from '../services/third-party/leave-for-provider.ts';
import { settle } from '../services/third-party/settle.ts';

/**
 * Fetches who came back from a provider. A failure never stays in this state: the widget would
 * not show it and lose its way. It goes back to where the button was, or ends the flow when the
 * person came from an institution and there is no such place.
 */
export const exchangeToken: ActionDefinition = {
  name: 'exchange_token',
  description: 'Exchange the token of a third-party sign-in.',
  enabled: () => true,
  inputs: () => ({
    token: { type: 'string', required: true, hidden: true },
    code_verifier: { type: 'string', hidden: true },
  }),
  async run(ctx, input) {
    const result = await fetchResult(ctx, input);
    const outcome =
      result &&
      (ctx.flowName === 'profile' ? await connect(ctx, result) : await enter(ctx, result));
    if (outcome) return outcome;
    await ctx.stores.audit.record('third_party_failed', ctx.account?.id ?? null, ctx.now);
    if (ctx.flowName === 'token_exchange') throw new FlowRefusal('form_data_invalid_error');
    return back('form_data_invalid_error');
  },
};

async function fetchResult(
  ctx: FlowContext,
  input: ActionInput,
): Promise<RoundTripResult | undefined> {
  const cookie = ctx.client.cookies.get(bindingCookieName) ?? '';
  const proofs = [textOf(input, 'code_verifier'), cookie].filter((proof) => proof !== '');
  const given = { token: textOf(input, 'token'), proofs, now: ctx.now };
  return takeResult(ctx.runtime, ctx.stores.exchangeTokens, given);
}

async function enter(ctx: FlowContext, result: RoundTripResult): Promise<Outcome | undefined> {
  return result.linkTo === undefined ? settle(ctx, result.account) : undefined;
}

/** The round trip must have begun on this very account's page. */
async function connect(ctx: FlowContext, result: RoundTripResult): Promise<Outcome | undefined> {
  const { id } = accountOf(ctx);
  if (result.linkTo !== id) return undefined;
  const { provider, subject } = result.account;
  const owner = await ctx.stores.identities.findOwner(provider, subject);
  if (owner !== undefined && owner !== id) return undefined;
  await ctx.stores.identities.add(id, { provider, subject }, ctx.now);
  await ctx.stores.audit.record('third_party_linked', id, ctx.now);
  return nextCommitted();
}
