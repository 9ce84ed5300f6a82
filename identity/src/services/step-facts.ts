import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { StepFacts } from '../flows/step-facts.ts';
import type { Account } from '../store/account-store.ts';

/** Gathers what the order of steps depends on. */
export function gatherStepFacts(ctx: FlowContext, account: Account | undefined): StepFacts {
  const { capabilities, loginMethod, purpose } = dataOf(ctx);
  return {
    config: ctx.runtime.config,
    webauthn: capabilities?.webauthn ?? false,
    securityKeys: capabilities?.securityKeys ?? false,
    loginMethod: loginMethod ?? 'passcode',
    recovering: purpose === 'recovery',
    deviceTrusted: false,
    has: {
      email: (account?.emails.length ?? 0) > 0,
      username: false,
      password: false,
      passkey: false,
      totp: false,
      securityKey: false,
    },
  };
}
