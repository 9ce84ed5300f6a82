import { exchangeToken } from '../actions/exchange-token.ts';
import { leaveThirdParty } from '../actions/leave-third-party.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { dataOf } from '../engine/flow-context.ts';

/**
 * The browser is on its way to a provider or comes back from one. There is always an address to
 * go to: without one the widget would navigate to nowhere and stay there.
 */
export const thirdParty: StateDefinition = {
  name: 'thirdparty',
  payload: (ctx) => ({
    redirect_url: dataOf(ctx).redirectUrl ?? `${ctx.runtime.publicUrl}/login`,
  }),
  actions: [exchangeToken, leaveThirdParty],
};
