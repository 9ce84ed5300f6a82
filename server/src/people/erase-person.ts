import { type Kysely, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Tables } from '../platform/db/tables.ts';
import {
  type AccountsOn,
  findPerson,
  lockPeople,
  type Person,
  removeGrants,
} from './find-person.ts';

/** What was there to erase: a person with an account, rows and mails that name an address, or nothing. */
export type Erasure = 'person' | 'traces' | 'nothing';

/** Somebody as the tables and files name them. */
type Named = Pick<Person, 'addresses'> & Partial<Pick<Person, 'accountId'>>;

/** The one way in which the product erases a person, whoever asks for it. */
export interface PersonEraser {
  /**
   * Erases the person who holds an address now, or whose row has the id, and whatever names that
   * address, with or without an account. It has happened when this returns.
   */
  erase(name: string): Promise<Erasure>;
  /**
   * The same for an account that the embedded provider deletes, inside the provider's transaction:
   * both are erased or neither.
   */
  eraseWithAccount(trx: Kysely<Tables>, account: Required<Named>): Promise<void>;
}

export function createPersonEraser(deps: {
  db: Kysely<Tables>;
  accountsOn: AccountsOn;
  /** Removes unsent mail to the addresses. */
  removeMailTo: (addresses: readonly string[]) => Promise<number>;
  clock: Clock;
}): PersonEraser {
  const { db, accountsOn, removeMailTo, clock } = deps;

  async function nameOf(on: Kysely<Tables>, name: string): Promise<Named> {
    const person = await findPerson(on, accountsOn(on), name);
    const addresses = new Set(person?.addresses);
    if (name.includes('@')) addresses.add(name);
    return { accountId: person?.accountId, addresses: [...addresses] };
  }

  return {
    async erase(name) {
      // Files first: when the process dies in between, the person is still there to be erased again.
      const mails = await removeMailTo((await nameOf(db, name)).addresses);
      return db.transaction().execute(async (trx) => {
        await lockPeople(trx);
        const { accountId, addresses } = await nameOf(trx, name);
        await accountsOn(trx).erase({ accountId, addresses, now: clock.now() });
        const rows = await eraseRows(trx, { accountId, addresses });
        if (accountId !== undefined) return 'person';
        return mails + rows > 0 ? 'traces' : 'nothing';
      });
    },
    async eraseWithAccount(trx, account) {
      // Whoever is signing in with the account at this moment is erased or refused.
      await lockPeople(trx);
      await removeMailTo(account.addresses);
      await eraseRows(trx, account);
    },
  };
}

/**
 * Everything else that names a person refers to their row in `users` and goes with it; see the test
 * beside this file, which knows every table. Returns how many rows were found by address.
 */
async function eraseRows(trx: Kysely<Tables>, { accountId, addresses }: Named): Promise<number> {
  if (accountId !== undefined) {
    await trx.deleteFrom('users').where('provider_user_id', '=', accountId).execute();
  }
  if (addresses.length === 0) return 0;
  const grants = await removeGrants(trx, addresses);
  const consents = await trx
    .deleteFrom('public_consents')
    .where(sql<string>`lower(email)`, 'in', [...addresses])
    .returning('email')
    .execute();
  return grants.length + consents.length;
}
