import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { nextCommitted, stay, type Outcome } from '../engine/outcome.ts';
import { findClaimed, identifierOf } from '../services/find-claimed.ts';
import { finishFirstFactor } from '../services/finish-first-factor.ts';
import { startCeremony } from '../services/webauthn/ceremony.ts';
import { verifyAssertion } from '../services/webauthn/verify-assertion.ts';

/** The answer of a passkey, or of a security key as second factor. */
export const verifyAssertionResponse: ActionDefinition = {
  name: 'webauthn_verify_assertion_response',
  description: 'Send the answer of the authenticator.',
  enabled: () => true,
  inputs: () => ({ assertion_response: { type: 'json', required: true } }),
  run: (ctx, input) => enter(ctx, input.assertion_response),
};

/** The answer of a passkey chosen by autofill; a refused one leaves a fresh challenge behind. */
export const verifyAutofill: ActionDefinition = {
  ...verifyAssertionResponse,
  enabled: (ctx) =>
    ctx.runtime.config.passkey.enabled && dataOf(ctx).capabilities?.webauthn === true,
  async run(ctx, input) {
    const outcome = await enter(ctx, input.assertion_response);
    if (outcome.kind === 'stay') startCeremony(ctx, 'assert_passkey');
    return outcome;
  },
};

async function enter(ctx: FlowContext, answer: unknown): Promise<Outcome> {
  const verdict = await verifyAssertion(ctx, answer, await ownerOf(ctx));
  if (verdict.kind === 'second_factor_only') return stay('webauthn_credential_invalid_mfa_only');
  if (verdict.kind === 'wrong') {
    await ctx.stores.audit.record('login_failed', ctx.account?.id ?? null, ctx.now);
    return stay('passkey_invalid');
  }
  if (verdict.credential.kind === 'passkey') {
    return finishFirstFactor(ctx, verdict.credential.userId, 'passkey');
  }
  dataOf(ctx).mfaMethod = 'security_key';
  return nextCommitted();
}

/** Whose credential it has to be: of the proved account, or of the one the identifier names. */
async function ownerOf(ctx: FlowContext): Promise<string | undefined> {
  if (ctx.account) return ctx.account.id;
  if (identifierOf(ctx) === '') return undefined;
  return (await findClaimed(ctx)) ?? 'nobody';
}
