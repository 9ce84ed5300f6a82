import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import { TERMS_VERSION } from '../words/to-terms.ts';
import { storeWords } from './store-words.ts';

/** Sources of either kind lie in two tables of like columns. */
const OWNERS = [
  { table: 'documents', column: 'document_id' },
  { table: 'sites', column: 'site_id' },
] as const;
type Owner = (typeof OWNERS)[number];

/**
 * Counts the words of every source anew that were counted by older rules, one source a transaction.
 * Search goes on meanwhile: of each source it sees the old words or the new ones. It can be stopped at
 * any time, several processes can do it together, and vectors stay.
 *
 * @returns how many sources were counted.
 */
export async function recountWords(
  { db, log }: { db: Kysely<Tables>; log: Logger },
  signal: AbortSignal,
): Promise<number> {
  let sources = 0;
  for (const owner of OWNERS) {
    while (await recountOne(db, owner)) {
      sources += 1;
      signal.throwIfAborted();
    }
  }
  if (sources > 0) log.info({ event: 'words_recounted', sources, version: TERMS_VERSION });
  return sources;
}

/** False when no source of the kind is left that nobody else is counting. */
async function recountOne(db: Kysely<Tables>, { table, column }: Owner): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const source = await trx
      .selectFrom(table)
      .select('id')
      .where('terms_version', '!=', TERMS_VERSION)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (source === undefined) return false;
    const passages = await readPassages(trx, column, source.id);
    const ids = passages.map(({ id }) => id);
    if (ids.length > 0) {
      await trx.deleteFrom('passage_terms').where('passage_id', 'in', ids).execute();
    }
    const words = await storeWords(trx, passages);
    await trx
      .updateTable(table)
      .set({ word_count: words, terms_version: TERMS_VERSION })
      .where('id', '=', source.id)
      .execute();
    return true;
  });
}

function readPassages(trx: Transaction<Tables>, column: Owner['column'], id: string) {
  return trx
    .selectFrom('passages')
    .select(['id', 'title', 'heading_path as headingPath', 'text'])
    .where(column, '=', id)
    .execute();
}
