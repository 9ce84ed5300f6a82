import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import { TERMS_VERSION } from '../words/to-terms.ts';
import { recountPassages } from './passage-store.ts';
import { recountSections } from './section-store.ts';

/** The sources of one kind, as their store hands them out to be recounted. */
export interface RecountedSources {
  /** What {@link recountNext} does on the store's table. */
  recountNext(): Promise<boolean>;
}

/**
 * Counts the words of every source anew that were counted by older rules, one source a transaction.
 * Search goes on meanwhile: of each source it sees the old words or the new ones. It can be stopped at
 * any time, several processes can do it together, and vectors stay.
 *
 * @returns how many sources were counted.
 */
export async function recountWords(
  { sources, log }: { sources: readonly RecountedSources[]; log: Logger },
  signal: AbortSignal,
): Promise<number> {
  let counted = 0;
  for (const kind of sources) {
    while (await kind.recountNext()) {
      counted += 1;
      signal.throwIfAborted();
    }
  }
  if (counted > 0) {
    log.info({ event: 'words_recounted', sources: counted, version: TERMS_VERSION });
  }
  return counted;
}

/**
 * Locks one source of a table whose words were counted by older rules than `TERMS_VERSION` and that nobody
 * else is recounting, counts them anew, with those of its sections, and keeps the counts in its row, in one
 * transaction.
 *
 * @returns false when there is none.
 */
export function recountNext(db: Kysely<Tables>, table: 'documents' | 'sites'): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where terms_version <> ${TERMS_VERSION} limit 1 for update skip locked`.execute(trx);
    const [row] = rows;
    if (row === undefined) return false;
    const source = { kind: table === 'documents' ? 'document' : 'site', id: row.id } as const;
    const words = await recountPassages(trx, source);
    await recountSections(trx, source);
    await sql`update ${sql.table(table)} set word_count = ${words}, terms_version = ${TERMS_VERSION}
      where id = ${row.id}`.execute(trx);
    return true;
  });
}
