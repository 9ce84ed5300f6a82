import type { ActionDefinition } from '../engine/definitions.ts';
import { restart } from '../engine/outcome.ts';
import { goBack } from './go-back.ts';

/**
 * Gives up on a provider. Where an institution has sent the person there is nothing to go back
 * to, so a fresh sign-in begins; without it the widget would be locked out for good.
 */
export const leaveThirdParty: ActionDefinition = {
  ...goBack,
  enabled: (ctx) => ctx.flowName === 'token_exchange' || goBack.enabled(ctx),
  run: (ctx, input) =>
    ctx.flowName === 'token_exchange' ? restart('login') : goBack.run(ctx, input),
};
