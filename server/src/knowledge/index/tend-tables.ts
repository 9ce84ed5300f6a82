import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

const TABLES = ['passages', 'passage_terms', 'passage_embeddings'] as const;
/** Smaller collections are searched as quickly without. */
const MIN_PASSAGES = 1_000;
/** Statistics that are off by this factor lead to bad plans. */
const GROWTH = 1.5;

/**
 * Vacuums and analyses what search reads when the collection has grown much since that was last done.
 * The embedded database does it by itself only at night; until then its planner would think the
 * tables empty, and read rows that their indexes hold.
 *
 * @returns whether it did. Not inside a transaction.
 */
export async function tendTables(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ passages: number; known: number }>`
    select (select coalesce(sum(passage_count), 0)::int from documents)
        + (select coalesce(sum(passage_count), 0)::int from sites) as passages,
      (select greatest(reltuples, 0)::int from pg_class where oid = 'passages'::regclass) as known`.execute(
    db,
  );
  const { passages = 0, known = 0 } = rows[0] ?? {};
  if (passages < MIN_PASSAGES || passages < known * GROWTH) return false;
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  return true;
}
