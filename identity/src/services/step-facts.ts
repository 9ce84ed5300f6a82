import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { StepFacts } from '../flows/step-facts.ts';
import { isTrustedDevice } from './device-trust.ts';
import { heldBy } from './held.ts';

/** Gathers what the order of steps depends on. */
export async function gatherStepFacts(ctx: FlowContext): Promise<StepFacts> {
  const { capabilities, loginMethod, purpose } = dataOf(ctx);
  return {
    config: ctx.runtime.config,
    webauthn: capabilities?.webauthn ?? false,
    securityKeys: capabilities?.webauthn === true && capabilities.securityKeys,
    loginMethod: loginMethod ?? 'passcode',
    recovering: purpose === 'recovery' && loginMethod === 'passcode',
    deviceTrusted: ctx.account !== undefined && (await isTrustedDevice(ctx, ctx.account.id)),
    has: heldBy(ctx),
  };
}
