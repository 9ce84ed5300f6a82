import {
  type ActionDefinition,
  nextCommitted,
  type Outcome,
  reject,
  stay,
} from '../../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import type { Credential } from '../../store/credential-store.ts';
import type { CredentialKind, NewCredential } from '../../store/flow-record.ts';
import { findClaimed, identifierOf } from '../guesses.ts';
import { canSignIn, heldByAccount, keepsSecondFactor } from '../held.ts';
import { notifyOwner } from '../notices.ts';
import { countsAsSecondFactor } from '../second-factor/second-factor.ts';
import { finishFirstFactor } from '../steps.ts';
import { verifyAssertion, verifyAttestation } from './verify.ts';

/** Owns no credential. */
const NOBODY = 'nobody';

/** The response of a passkey, or of a security key as second factor. */
export const verifyAssertionResponse: ActionDefinition = {
  name: 'webauthn_verify_assertion_response',
  description: 'Send the answer of the authenticator.',
  inputs: () => ({ assertion_response: { type: 'json', required: true } }),
  run: (ctx, input) => receiveAssertion(ctx, input.assertion_response),
};

/** What a response leads to: the end of the first factor for a passkey, of the second for a key. */
export async function receiveAssertion(ctx: FlowContext, response: unknown): Promise<Outcome> {
  const owner = await ownerOf(ctx);
  const verdict = await verifyAssertion(ctx, response, owner);
  if (verdict.kind === 'second_factor_only') return stay('webauthn_credential_invalid_mfa_only');
  if (verdict.kind === 'wrong') {
    const tried = owner === NOBODY ? null : (owner ?? null);
    await ctx.stores.failures.count('login_failed', tried, ctx.now);
    return stay('passkey_invalid');
  }
  if (verdict.credential.kind === 'passkey') {
    const { countsAsSecondFactor: setting } = ctx.runtime.config.passkey;
    return finishFirstFactor(ctx, verdict.credential.userId, {
      method: 'passkey',
      secondFactorProved: countsAsSecondFactor(setting, verdict.userVerified),
    });
  }
  dataOf(ctx).mfaMethod = 'security_key';
  return nextCommitted();
}

/** Whose credential it has to be: of the proved account, or of the one the identifier names. */
async function ownerOf(ctx: FlowContext): Promise<string | undefined> {
  if (ctx.account) return ctx.account.id;
  if (identifierOf(ctx) === '') return undefined;
  return (await findClaimed(ctx)) ?? NOBODY;
}

/** The credential a browser has made. A bad one stays here without options; the widget goes back. */
export const verifyAttestationResponse: ActionDefinition = {
  name: 'webauthn_verify_attestation_response',
  description: 'Send the credential the authenticator has made.',
  inputs: () => ({ public_key: { type: 'json', required: true } }),
  async run(ctx, input) {
    const credential = await verifyAttestation(ctx, input.public_key);
    const kept = credential && (await keepCredential(ctx, credential));
    return kept ? nextCommitted() : stay('passkey_invalid');
  },
};

/**
 * Stores a credential with the account, or with the registration until there is one; false when it
 * is registered already.
 */
async function keepCredential(ctx: FlowContext, credential: NewCredential): Promise<boolean> {
  const { account, stores, now } = ctx;
  if (!account) {
    const data = dataOf(ctx);
    const others = data.newCredentials ?? [];
    if (others.some(({ id }) => id === credential.id)) return false;
    if (await stores.credentials.lock(credential.id)) return false;
    data.newCredentials = [...others, credential];
    return true;
  }
  if (!(await stores.credentials.add(account.id, credential, now))) return false;
  const isPasskey = credential.kind === 'passkey';
  await stores.audit.record(isPasskey ? 'passkey_added' : 'security_key_added', account.id, now);
  await notifyOwner(ctx, account, isPasskey ? 'passkey_added' : 'mfa_method_added');
  return true;
}

/** Gives a passkey or security key a name of 3 to 32 characters. */
export const credentialRename: ActionDefinition = {
  name: 'webauthn_credential_rename',
  description: 'Rename a passkey or security key.',
  enabled: (ctx) => accountOf(ctx).credentials.length > 0,
  inputs: () => ({
    passkey_id: { type: 'string', required: true, hidden: true },
    passkey_name: { type: 'string', required: true, min_length: 3, max_length: 32 },
  }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    const wanted = textOf(input, 'passkey_id');
    if (!account.credentials.some(({ id }) => id === wanted)) return stay('not_found');
    const name = textOf(input, 'passkey_name').trim();
    if (name.length < 3) return reject({ passkey_name: 'value_too_short_error' });
    await ctx.stores.credentials.rename(wanted, name);
    await ctx.stores.audit.record('credential_renamed', account.id, ctx.now);
    return nextCommitted('profile_init');
  },
};

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
    removeCredential(ctx, accountOf(ctx).credentials, textOf(input, 'passkey_id')),
};

/** Removes one of the credentials that are given, and tells the owner of a second factor. */
export async function removeCredential(
  ctx: FlowContext,
  credentials: Credential[],
  wanted: string,
): Promise<Outcome> {
  const credential = credentials.find(({ id }) => id === wanted);
  if (!credential) return stay('not_found');
  if (!mayGo(ctx, credential)) return stay('operation_not_permitted_error');
  const account = accountOf(ctx);
  await ctx.stores.credentials.remove(credential.id);
  await ctx.stores.audit.record('credential_removed', account.id, ctx.now);
  if (credential.kind === 'security_key') await notifyOwner(ctx, account, 'mfa_method_removed');
  return nextCommitted('profile_init');
}

/** True when enough is left without a credential. */
export function mayGo(ctx: FlowContext, { id, kind }: Credential): boolean {
  const { config } = ctx.runtime;
  const account = accountOf(ctx);
  const credentials = account.credentials.filter((other) => other.id !== id);
  const left = heldByAccount(config, { ...account, credentials });
  if (kind === 'security_key') return keepsSecondFactor(config, left);
  return canSignIn(config, left) && (config.passkey.optional || left.passkey);
}

/** True while the account has fewer than `limit` of a kind. */
export function hasRoom(ctx: FlowContext, wanted: CredentialKind, limit: number): boolean {
  return accountOf(ctx).credentials.filter(({ kind }) => kind === wanted).length < limit;
}

/** A credential as the account page lists it. */
export function viewCredential(credential: Credential): object {
  const { name, lastUsedAt } = credential;
  return {
    id: credential.id,
    ...(name === null ? {} : { name }),
    public_key: credential.publicKey,
    attestation_type: credential.attestationType,
    aaguid: credential.aaguid,
    created_at: credential.createdAt.toISOString(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
    transports: credential.transports,
    backup_eligible: credential.backupEligible,
    backup_state: credential.backupState,
    mfa_only: credential.kind === 'security_key',
  };
}
