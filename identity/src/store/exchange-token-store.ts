import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Results of third-party round trips, each to be fetched once. */
export type ExchangeTokenStore = ReturnType<typeof createExchangeTokenStore>;

/** Reads and writes exchange tokens; see {@link createStores} for the connection. */
export function createExchangeTokenStore(db: Kysely<IdentityTables>) {
  return {
    async add(token: { digest: string; sealed: string; expiresAt: Date }): Promise<void> {
      await db
        .insertInto('identity.exchange_tokens')
        .values({ digest: token.digest, sealed: token.sealed, expires_at: token.expiresAt })
        .execute();
    },

    /** Removes a token and answers what was sealed in it; only the one who removes it gets it. */
    async take(digest: string, now: Date): Promise<string | undefined> {
      const row = await db
        .deleteFrom('identity.exchange_tokens')
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .returning('sealed')
        .executeTakeFirst();
      return row?.sealed;
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('identity.exchange_tokens').where('expires_at', '<=', now).execute();
    },
  };
}
