import type { ThirdPartyProvider } from '../config.ts';
import type { FlowContext } from '../engine/flow-context.ts';
import { textOf, type ActionInput, type InputTable } from '../engine/input.ts';
import { reject, type Outcome } from '../engine/outcome.ts';
import { readRedirect } from '../services/third-party/leave-for-provider.ts';
import { goToProvider } from './go-to-provider.ts';
import type { StateName } from '../engine/state-names.ts';

const verifierPattern = /^[\w.~-]{43,128}$/;

/** What the widget sends when somebody presses a provider's button. */
export function thirdPartyInputs(providers: ThirdPartyProvider[]): InputTable {
  return {
    redirect_to: { type: 'string', required: true, hidden: true },
    provider: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: providers.map(({ id, name }) => ({ value: id, name })),
    },
    code_verifier: { type: 'string', hidden: true },
  };
}

/** Goes to the chosen provider, unless the way back leads to a foreign page. */
export function followThirdParty(
  ctx: FlowContext,
  input: ActionInput,
  after: StateName[] = [],
): Outcome {
  const chosen = textOf(input, 'provider');
  const provider = ctx.runtime.config.thirdParty.providers.find(({ id }) => id === chosen);
  const redirectTo = readRedirect(ctx.runtime, textOf(input, 'redirect_to'));
  const codeVerifier = textOf(input, 'code_verifier') || undefined;
  if (!provider) return reject({ provider: 'value_invalid_error' });
  if (redirectTo === undefined) return reject({ redirect_to: 'value_invalid_error' });
  if (codeVerifier !== undefined && !verifierPattern.test(codeVerifier)) {
    return reject({ code_verifier: 'value_invalid_error' });
  }
  return goToProvider(ctx, provider, { redirectTo, codeVerifier, after });
}
