import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

/** Every tag that a source with passages carries. */
export async function readTags(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select unnest(tags) as tag from documents where passage_count > 0
    union select unnest(tags) from sites where passage_count > 0
    order by tag`.execute(db);
  return rows.map(({ tag }) => tag);
}
