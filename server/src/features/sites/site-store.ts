import type { Site } from '@pathway/contract/sites';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

export interface SiteStore {
  /** Newest first. */
  list(): Promise<Site[]>;
  count(): Promise<number>;
}

export function createSiteStore(db: Kysely<Tables>): SiteStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('sites')
        .select(['id', 'url', 'tags', 'status', 'last_scraped'])
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        ...row,
        last_scraped: row.last_scraped?.toISOString() ?? null,
      }));
    },
    async count() {
      const { count } = await db
        .selectFrom('sites')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
