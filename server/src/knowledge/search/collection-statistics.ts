import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Collection } from './bm25.ts';

/** The collection's size, and how many of its passages hold each of the asked terms. */
export interface TermStatistics {
  collection: Collection;
  documentFrequencies: ReadonlyMap<string, number>;
}

const MAX_CACHED_TERMS = 20_000;

/**
 * Reads statistics that are exact for the collection as it is. Document frequencies are remembered
 * until the collection changes, which its size and the time of its newest change tell.
 */
export function createStatisticsReader(
  db: Kysely<Tables>,
): (terms: readonly string[]) => Promise<TermStatistics> {
  let cachedVersion = '';
  let cache = new Map<string, number>();

  return async (terms) => {
    const { collection, version } = await readCollection(db);
    if (version !== cachedVersion || cache.size > MAX_CACHED_TERMS) {
      cachedVersion = version;
      cache = new Map();
    }
    const frequencies = cache;
    const missing = terms.filter((term) => !frequencies.has(term));
    if (missing.length > 0) {
      const { rows } = await sql<{ term: string; frequency: number }>`
        select asked.term, (select count(*)::int from passage_terms t where t.term = asked.term) as frequency
        from unnest(${missing}::text[]) as asked (term)`.execute(db);
      for (const { term, frequency } of rows) frequencies.set(term, frequency);
    }
    return { collection, documentFrequencies: frequencies };
  };
}

async function readCollection(
  db: Kysely<Tables>,
): Promise<{ collection: Collection; version: string }> {
  const { rows } = await sql<{ passages: number; words: number; changed: string | null }>`
    select coalesce(sum(passage_count), 0)::int as passages, coalesce(sum(word_count), 0)::bigint as words,
      max(changed)::text as changed
    from (
      select passage_count, word_count, processed_at as changed from documents
      union all
      select passage_count, word_count, last_scraped from sites) sources`.execute(db);
  const { passages = 0, words = 0, changed = null } = rows[0] ?? {};
  return { collection: { passages, words }, version: `${passages} ${words} ${changed}` };
}
