import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * How many documents and sites are still to be read for the first time. What is read again is no part
 * of it: until then search finds what was read before.
 */
export async function countUnreadSources(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select (select count(*) from documents where status in ('pending', 'Processing') and processed_at is null)::int
      + (select count(*) from sites where status = 'scraping' and last_scraped is null)::int as unread`.execute(
    db,
  );
  return rows[0]?.unread ?? 0;
}
