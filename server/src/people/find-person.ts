import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

/** Any number, the same in every process, and not that of the migrations or the jobs. */
const ADVISORY_LOCK = 7_305_514;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What is known of the accounts of the sign-in provider, on one connection or transaction. Addresses are
 * in lower case, and verified: whoever holds one has proved it.
 */
export interface ProviderAccounts {
  /** Whether deleting an account at the provider erases the person here, by itself. */
  erasesPerson: boolean;
  /** The account that holds an address now. */
  findHolder(address: string): Promise<string | undefined>;
  /** The addresses that accounts hold now, the primary one first. */
  listAddresses(accountIds: readonly string[]): Promise<{ accountId: string; address: string }[]>;
  /** Whether the provider has deleted an account; undefined where that cannot be known. */
  isDeleted(accountId: string): Promise<boolean | undefined>;
  /** Erases an account where it is kept here, and whatever else of the provider names the addresses. */
  erase(person: {
    accountId: string | undefined;
    addresses: readonly string[];
    now: Date;
  }): Promise<void>;
}

/**
 * The accounts of a hosted provider: what the newest token of each person has said. Its public interface
 * tells neither who holds an address nor whether an account that does not answer is deleted.
 */
export function createHostedAccounts(db: Kysely<Tables>): ProviderAccounts {
  return {
    erasesPerson: false,
    async findHolder(address) {
      const holder = await db
        .selectFrom('users')
        .select('provider_user_id')
        .where('email', '=', address)
        .executeTakeFirst();
      return holder?.provider_user_id;
    },
    async listAddresses(accountIds) {
      if (accountIds.length === 0) return [];
      return db
        .selectFrom('users')
        .select(['provider_user_id as accountId', sql<string>`email`.as('address')])
        .where('provider_user_id', 'in', [...accountIds])
        .where('email', 'is not', null)
        .execute();
    },
    isDeleted: async () => undefined,
    erase: async () => undefined,
  };
}

/** How people are told apart: on the connection or transaction it is given. */
export type AccountsOn = (db: Kysely<Tables>) => ProviderAccounts;

/** A person: an account of the sign-in provider, and their row here once they have signed in. */
export interface Person {
  accountId: string;
  userId: string | undefined;
  isAdmin: boolean;
  /** Every address that the account holds now, verified, in lower case. */
  addresses: string[];
}

/**
 * Lets nobody else sign in, be granted, revoked or erased until the transaction ends, so that who holds
 * an address stays true for as long.
 */
export async function lockPeople(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
}

/** Removes the grants that wait for any of the addresses, in lower case. @returns theirs. */
export async function removeGrants(
  trx: Kysely<Tables>,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const removed = await trx
    .deleteFrom('admin_grants')
    .where(sql<string>`lower(email)`, 'in', [...addresses])
    .returning('email')
    .execute();
  return removed.map(({ email }) => email);
}

/** The person who holds an address now, or whose row has the id. */
export async function findPerson(
  db: Kysely<Tables>,
  accounts: ProviderAccounts,
  name: string,
): Promise<Person | undefined> {
  const accountId = UUID.test(name)
    ? await findAccountOf(db, name)
    : await accounts.findHolder(name);
  if (accountId === undefined) return undefined;
  const user = await db
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('provider_user_id', '=', accountId)
    .executeTakeFirst();
  const held = await accounts.listAddresses([accountId]);
  return {
    accountId,
    userId: user?.id,
    isAdmin: user?.is_admin ?? false,
    addresses: held.map(({ address }) => address),
  };
}

async function findAccountOf(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('provider_user_id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.provider_user_id;
}
