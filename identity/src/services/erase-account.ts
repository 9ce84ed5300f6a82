import type { Kysely } from 'kysely';
import { createStores, type Stores } from '../store/stores.ts';
import type { Account } from '../store/read-account.ts';
import type { IdentityTables } from '../tables.ts';

/**
 * Removes an account with its addresses, its sessions and every open flow that names it, except
 * `keepFlowId`. Call it inside a transaction.
 */
export async function eraseAccount(
  stores: Stores,
  { id, emails, username }: Account,
  { now, keepFlowId }: { now: Date; keepFlowId?: string },
): Promise<void> {
  const names = emails.map(({ address }) => address);
  if (username) names.push(username.username);
  await stores.flows.removeOf({ id, names }, keepFlowId);
  await stores.accounts.remove(id);
  await stores.audit.record('account_deleted', id, now);
}

/**
 * Removes the account that owns an address, for an operator who is asked to. Answers its id, or
 * undefined when nobody owns the address.
 */
export async function eraseAccountOf(
  db: Kysely<IdentityTables>,
  address: string,
  now: Date,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stores = createStores(trx);
    const owner = await stores.accounts.findOwner(address);
    const account = owner && (await stores.accounts.lock(owner.userId));
    if (account === undefined) return undefined;
    await eraseAccount(stores, account, { now });
    return account.id;
  });
}
