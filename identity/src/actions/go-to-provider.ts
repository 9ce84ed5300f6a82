import type { ThirdPartyProvider } from '../config.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { StateName } from '../engine/state-names.ts';
import { next, type Outcome } from '../engine/outcome.ts';
import { leaveForProvider } from '../services/third-party/leave-for-provider.ts';

type Way = { redirectTo?: string; codeVerifier?: string; after?: StateName[] };

/** Sends the browser to a provider and waits for it in `thirdparty`; by default back to the login page. */
export function goToProvider(
  ctx: FlowContext,
  provider: ThirdPartyProvider,
  { redirectTo = `${ctx.runtime.publicUrl}/login`, codeVerifier, after = [] }: Way = {},
): Outcome {
  const { url, cookie } = leaveForProvider(ctx.runtime, {
    provider,
    redirectTo,
    codeVerifier,
    linkTo: ctx.session ? ctx.account?.id : undefined,
  });
  if (cookie) ctx.cookies.push(cookie);
  dataOf(ctx).redirectUrl = url;
  return next('thirdparty', ...after);
}
