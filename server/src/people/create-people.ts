import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type Administrators, createAdministrators } from './administrators.ts';
import { createPersonEraser, type PersonEraser } from './erase-person.ts';
import type { AccountsOn, ProviderAccounts } from './find-person.ts';
import { createUserStore, type UserStore } from './user-store.ts';

/** Everything the product does to people as such: let them in, give them rights, erase them. */
export interface People {
  users: UserStore;
  administrators: Administrators;
  eraser: PersonEraser;
  accounts: ProviderAccounts;
}

export function createPeople(deps: {
  db: Kysely<Tables>;
  clock: Clock;
  accountsOn: AccountsOn;
  /** Verified addresses that become administrator when they sign in. */
  adminEmails: readonly string[];
  removeMailTo: (addresses: readonly string[]) => Promise<number>;
}): People {
  const adminEmails = new Set(deps.adminEmails.map((email) => email.toLowerCase()));
  return {
    users: createUserStore({ ...deps, adminEmails }),
    administrators: createAdministrators({ ...deps, adminEmails }),
    eraser: createPersonEraser(deps),
    accounts: deps.accountsOn(deps.db),
  };
}
