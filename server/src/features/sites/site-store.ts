import type { Site } from '@pathway/contract/sites';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { replacePassages } from '../../knowledge/index/replace-passages.ts';
import type { SitesTable, Tables } from '../../platform/db/tables.ts';

export interface SiteStore {
  /** Newest first. */
  list(): Promise<Site[]>;
  count(): Promise<number>;
  /** `url` is in its normal form. Answers undefined when the site is in the list already. */
  add(site: { url: string; tags: string[]; createdAt: Date }): Promise<Site | undefined>;
  /** A new address makes the site pending and forgets what was read at the old one. */
  update(
    id: string,
    change: { url: string; tags: string[] },
  ): Promise<Site | 'not_found' | 'site_duplicate'>;
  /** Deletes a site with its passages; answers false when it is absent. */
  delete(id: string): Promise<boolean>;
  /**
   * Marks a site as being scraped and runs `enqueue` in the same transaction; a site that is being
   * scraped gets no second job. Answers false when it is absent.
   */
  startScraping(id: string, enqueue: (trx: Kysely<Tables>) => Promise<void>): Promise<boolean>;
}

const COLUMNS = ['id', 'url', 'tags', 'status', 'last_scraped'] as const;

export function createSiteStore(db: Kysely<Tables>): SiteStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('sites')
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSite);
    },

    async count() {
      const { count } = await db
        .selectFrom('sites')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    async add({ url, tags, createdAt }) {
      const row = await db
        .insertInto('sites')
        .values({ url, tags, created_at: createdAt })
        .onConflict((conflict) => conflict.column('url').doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row && toSite(row);
    },

    async update(id, change) {
      try {
        return await db.transaction().execute((trx) => update(trx, id, change));
      } catch (error) {
        if (isUniqueViolation(error)) return 'site_duplicate';
        throw error;
      }
    },

    async delete(id) {
      const row = await db
        .deleteFrom('sites')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    startScraping: (id, enqueue) =>
      db.transaction().execute(async (trx) => {
        const site = await lock(trx, id);
        if (site === undefined) return false;
        if (site.status === 'scraping') return true;
        await trx
          .updateTable('sites')
          .set({ status: 'scraping', status_reason: null })
          .where('id', '=', id)
          .execute();
        await enqueue(trx);
        return true;
      }),
  };
}

async function update(
  trx: Transaction<Tables>,
  id: string,
  { url, tags }: { url: string; tags: string[] },
): Promise<Site | 'not_found'> {
  const site = await lock(trx, id);
  if (site === undefined) return 'not_found';
  const isMoved = site.url !== url;
  const row = await trx
    .updateTable('sites')
    .set({
      url,
      tags,
      ...(isMoved && { status: 'pending', status_reason: null, last_scraped: null }),
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (isMoved) {
    await replacePassages(trx, { kind: 'site', id }, []);
    await trx.deleteFrom('site_pages').where('site_id', '=', id).execute();
  }
  return toSite(row);
}

function lock(trx: Kysely<Tables>, id: string) {
  return trx
    .selectFrom('sites')
    .select(['url', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}

function toSite(row: Pick<Selectable<SitesTable>, (typeof COLUMNS)[number]>): Site {
  return { ...row, last_scraped: row.last_scraped?.toISOString() ?? null };
}
