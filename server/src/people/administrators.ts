import type { Tier } from '@pathway/contract/session';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';
import {
  type AccountsOn,
  findPerson,
  lockPeople,
  type Person,
  removeGrants,
} from './find-person.ts';

/** What became of a person who was to be no administrator any longer. */
export interface Revocation {
  wasAdmin: boolean;
  /** Addresses whose waiting grants were removed. */
  removedGrants: string[];
  /** Addresses of the person that the setting names, which makes them one again at the next sign-in. */
  listed: string[];
}

export interface Administrators {
  /** Makes the holder of an address an administrator; without one, a grant waits for the first. */
  grant(address: string): Promise<'granted' | 'waits'>;
  /**
   * Ends the rights of the person who holds an address or has an id, at once, and removes the grants
   * that wait for any address of theirs. Undefined when there is neither person nor grant.
   */
  revoke(name: string): Promise<Revocation | undefined>;
  /** Administrators with every address they hold, and the addresses of waiting grants. */
  list(): Promise<{ administrators: { userId: string; addresses: string[] }[]; waiting: string[] }>;
  /** False when nobody who has signed in holds the address. */
  setTier(name: string, tier: Tier): Promise<boolean>;
}

export function createAdministrators(deps: {
  db: Kysely<Tables>;
  accountsOn: AccountsOn;
  /** Addresses in lower case. */
  adminEmails: ReadonlySet<string>;
}): Administrators {
  const withPerson = <Result>(
    name: string,
    act: (trx: Kysely<Tables>, person: Person | undefined) => Promise<Result>,
  ) =>
    deps.db.transaction().execute(async (trx) => {
      await lockPeople(trx);
      return act(trx, await findPerson(trx, deps.accountsOn(trx), name));
    });

  return {
    grant: (address) =>
      withPerson(address, async (trx, person) => {
        if (person?.userId !== undefined) {
          await setAdministrator(trx, person.userId, true);
          return 'granted';
        }
        await trx
          .insertInto('admin_grants')
          .values({ email: address })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return 'waits';
      }),

    revoke: (name) =>
      withPerson(name, async (trx, person) => {
        const addresses = [...new Set([name, ...(person?.addresses ?? [])])];
        if (person?.userId !== undefined) await setAdministrator(trx, person.userId, false);
        const removedGrants = await removeGrants(trx, addresses);
        if (person === undefined && removedGrants.length === 0) return undefined;
        return {
          wasAdmin: person?.isAdmin ?? false,
          removedGrants,
          listed: addresses.filter((address) => deps.adminEmails.has(address)),
        };
      }),

    async list() {
      const users = await deps.db
        .selectFrom('users')
        .select(['id', 'provider_user_id'])
        .where('is_admin', '=', true)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const held = await deps
        .accountsOn(deps.db)
        .listAddresses(users.map((user) => user.provider_user_id));
      const grants = await deps.db
        .selectFrom('admin_grants')
        .select('email')
        .orderBy('email')
        .execute();
      return {
        administrators: users.map((user) => ({
          userId: user.id,
          addresses: held
            .filter(({ accountId }) => accountId === user.provider_user_id)
            .map(({ address }) => address),
        })),
        waiting: grants.map(({ email }) => email),
      };
    },

    setTier: (name, tier) =>
      withPerson(name, async (trx, person) => {
        if (person?.userId === undefined) return false;
        await trx.updateTable('users').set({ tier }).where('id', '=', person.userId).execute();
        return true;
      }),
  };
}

async function setAdministrator(
  trx: Kysely<Tables>,
  userId: string,
  isAdmin: boolean,
): Promise<void> {
  await trx.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', userId).execute();
}
