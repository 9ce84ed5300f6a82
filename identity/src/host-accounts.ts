import type { Kysely } from 'kysely';
import { createStores } from './store/stores.ts';
import type { IdentityTables } from './store/tables.ts';
import { eraseAccount } from './subjects/account.ts';

/**
 * What the host may ask about accounts, and do to them, on a connection or inside a transaction of
 * its own. Addresses are trimmed and in lower case; an account id may be any text.
 */
export function createHostAccounts(db: Kysely<IdentityTables>) {
  const stores = createStores(db);
  return {
    /** `onAccountDeleted` tells the host within the transaction. */
    erasesPerson: true,

    /** The account that holds an address now, verified. */
    async findHolder(address: string): Promise<string | undefined> {
      const owner = await stores.accounts.findOwner(address);
      return owner?.isVerified ? owner.userId : undefined;
    },

    listAddresses: (accountIds: readonly string[]) => stores.accounts.listVerified(accountIds),

    isDeleted: async (accountId: string) => !(await stores.accounts.exists(accountId)),

    /** Removes an account, and every open flow that names the addresses. Call it in a transaction. */
    async erase(person: {
      accountId: string | undefined;
      addresses: readonly string[];
      now: Date;
    }): Promise<void> {
      const { accountId, addresses, now } = person;
      if (accountId !== undefined && (await stores.accounts.exists(accountId))) {
        const account = await stores.accounts.lock(accountId);
        if (account !== undefined) await eraseAccount(stores, account, { now });
      }
      await stores.flows.removeOf({ addresses });
    },
  };
}
