import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** An account at a third-party provider that belongs to one of ours. */
export interface ExternalIdentity {
  id: string;
  provider: string;
  subject: string;
}

/** Accounts at third-party providers. */
export function createExternalIdentityStore(db: Kysely<IdentityTables>) {
  return {
    async list(userId: string): Promise<ExternalIdentity[]> {
      return db
        .selectFrom('identity.identities')
        .select(['id', 'provider', 'subject'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },

    /** The id of the account an external identity is linked to, if any. */
    async findOwner(provider: string, subject: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('identity.identities')
        .select('user_id')
        .where('provider', '=', provider)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row?.user_id;
    },

    /** Links an external identity; false when it is linked already, to anybody. */
    async add(
      userId: string,
      { provider, subject }: { provider: string; subject: string },
      now: Date,
    ): Promise<boolean> {
      const added = await db
        .insertInto('identity.identities')
        .values({ id: randomUUID(), user_id: userId, provider, subject, created_at: now })
        .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    async remove(userId: string, id: string): Promise<void> {
      await db
        .deleteFrom('identity.identities')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Results of third-party round trips, each to be fetched once. */
export function createExchangeTokenStore(db: Kysely<IdentityTables>) {
  return {
    async add(token: { digest: string; sealed: string; expiresAt: Date }): Promise<void> {
      await db
        .insertInto('identity.exchange_tokens')
        .values({ digest: token.digest, sealed: token.sealed, expires_at: token.expiresAt })
        .execute();
    },

    /** Removes a token and returns what was sealed in it; only the one who removes it gets it. */
    async take(digest: string, now: Date): Promise<string | undefined> {
      const row = await db
        .deleteFrom('identity.exchange_tokens')
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .returning('sealed')
        .executeTakeFirst();
      return row?.sealed;
    },
  };
}
