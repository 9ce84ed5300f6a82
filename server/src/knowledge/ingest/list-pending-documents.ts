import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** Ids of documents that nobody finished reading, oldest first: to be queued again at start. */
export async function listPendingDocuments(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('status', 'in', ['pending', 'Processing'])
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.id);
}
