import { randomUUID } from 'node:crypto';
import { FlowRefusal } from '../engine/errors.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';

/**
 * Stores the account that a registration flow has gathered and answers its id.
 * @throws FlowRefusal `operation_not_permitted_error` when its address, username or credential was
 * taken meanwhile; the request rolls back.
 */
export async function createAccount(ctx: FlowContext): Promise<string> {
  const { stores, now } = ctx;
  const data = dataOf(ctx);
  const { address, provedAddress, username, passwordHash, newTotp } = data;
  const userId = data.newUserId ?? randomUUID();
  await stores.accounts.create(userId, now);
  const stored: boolean[] = [];
  if (address !== undefined) {
    const email = { address, isVerified: provedAddress === address, isPrimary: true };
    stored.push(await stores.accounts.addEmail(userId, email, now));
  }
  if (username !== undefined) stored.push(await stores.usernames.set(userId, username, now));
  if (passwordHash !== undefined) await stores.passwords.set(userId, passwordHash, now);
  for (const credential of data.newCredentials ?? []) {
    stored.push(await stores.credentials.add(userId, credential, now));
  }
  if (newTotp) await stores.totp.add(userId, newTotp, now);
  if (stored.includes(false)) throw new FlowRefusal('operation_not_permitted_error');
  await stores.audit.record('account_created', userId, now);
  return userId;
}
