import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, stay, type Outcome } from '../engine/outcome.ts';
import { canSignIn } from '../flows/can-sign-in.ts';
import { heldByAccount } from '../services/held.ts';
import { keepsSecondFactor } from '../services/keeps-second-factor.ts';
import { notifyOwner } from '../services/notify-owner.ts';
import type { Credential } from '../store/credential-store.ts';

/**
 * Removes a credential of either kind: a passkey unless it is the last way in, a security key
 * unless it is the last second factor where there has to be one.
 */
export const credentialDelete: ActionDefinition = {
  name: 'webauthn_credential_delete',
  description: 'Remove a passkey or security key.',
  enabled: (ctx) => accountOf(ctx).credentials.some((credential) => mayGo(ctx, credential)),
  inputs: () => ({ passkey_id: { type: 'string', required: true, hidden: true } }),
  run: (ctx, input) =>
    remove(
      ctx,
      accountOf(ctx).credentials.find(({ id }) => id === textOf(input, 'passkey_id')),
    ),
};

/** Removes a security key. */
export const securityKeyDelete: ActionDefinition = {
  name: 'security_key_delete',
  description: 'Remove a security key.',
  enabled: (ctx) => keysOf(ctx).some((key) => mayGo(ctx, key)),
  inputs: () => ({ security_key_id: { type: 'string', required: true, hidden: true } }),
  run: (ctx, input) =>
    remove(
      ctx,
      keysOf(ctx).find(({ id }) => id === textOf(input, 'security_key_id')),
    ),
};

async function remove(ctx: FlowContext, credential: Credential | undefined): Promise<Outcome> {
  if (!credential) return stay('not_found');
  if (!mayGo(ctx, credential)) return stay('operation_not_permitted_error');
  const account = accountOf(ctx);
  await ctx.stores.credentials.remove(credential.id);
  await ctx.stores.audit.record('credential_removed', account.id, ctx.now);
  if (credential.kind === 'security_key') notifyOwner(ctx, account, 'mfa_method_removed');
  return nextCommitted('profile_init');
}

function mayGo(ctx: FlowContext, { id, kind }: Credential): boolean {
  const { config } = ctx.runtime;
  const account = accountOf(ctx);
  const credentials = account.credentials.filter((other) => other.id !== id);
  const left = heldByAccount(config, { ...account, credentials });
  if (kind === 'security_key') return keepsSecondFactor(config, left);
  return canSignIn(config, left) && (config.passkey.optional || left.passkey);
}

function keysOf(ctx: FlowContext): Credential[] {
  return accountOf(ctx).credentials.filter(({ kind }) => kind === 'security_key');
}
