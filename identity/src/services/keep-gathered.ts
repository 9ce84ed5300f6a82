import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { NewCredential } from '../engine/new-credential.ts';
import { notifyOwner } from './notify-owner.ts';

/** Stores a password hash with the account, or with the registration until there is one. */
export async function keepPassword(ctx: FlowContext, hash: string): Promise<void> {
  const { account, stores, now } = ctx;
  if (!account) {
    dataOf(ctx).passwordHash = hash;
    return;
  }
  await stores.passwords.set(account.id, hash, now);
  await stores.audit.record('password_set', account.id, now);
  notifyOwner(ctx, account, 'password_changed');
}

/** Stores a credential likewise; false when it is registered already. */
export async function keepCredential(
  ctx: FlowContext,
  credential: NewCredential,
): Promise<boolean> {
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
  notifyOwner(ctx, account, isPasskey ? 'passkey_added' : 'mfa_method_added');
  return true;
}

/** Stores a confirmed authenticator secret likewise. */
export async function keepTotp(
  ctx: FlowContext,
  totp: { sealed: string; lastStep: number },
): Promise<void> {
  const { account, stores, now } = ctx;
  if (!account) {
    dataOf(ctx).newTotp = totp;
    return;
  }
  await stores.totp.add(account.id, totp, now);
  await stores.audit.record('totp_added', account.id, now);
  notifyOwner(ctx, account, 'mfa_method_added');
}
