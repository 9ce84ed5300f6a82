import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** Size of what is searched: passages, and all their terms together. */
export interface Collection {
  passages: number;
  words: number;
}

/** The collection's size, and how many of its passages hold each of the asked terms. */
export interface TermStatistics {
  collection: Collection;
  documentFrequencies: ReadonlyMap<string, number>;
}

const MAX_CACHED_TERMS = 20_000;

/**
 * Reads statistics that are exact for the collection as it is. Document frequencies are kept until
 * the collection changes: its size, the rules its words were counted by, or the time of its newest
 * change.
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
      const rows = await countHolding(db, missing);
      for (const { term, frequency } of rows) frequencies.set(term, frequency);
    }
    return { collection, documentFrequencies: frequencies };
  };
}

/** How many passages hold each term. */
async function countHolding(
  db: Kysely<Tables>,
  terms: readonly string[],
): Promise<{ term: string; frequency: number }[]> {
  const { rows } = await sql<{ term: string; frequency: number }>`
    select wanted.term, (
      select count(*)::int from passage_terms t where t.term = wanted.term) as frequency
    from unnest(${terms}::text[]) as wanted (term)`.execute(db);
  return rows;
}

async function readCollection(
  db: Kysely<Tables>,
): Promise<{ collection: Collection; version: string }> {
  const { rows } = await sql<{
    passages: number;
    words: number;
    rules: number;
    changed: string | null;
  }>`
    with sources as (
      select passage_count, word_count, terms_version, processed_at as changed from documents
      union all
      select passage_count, word_count, terms_version, last_scraped from sites)
    select coalesce(sum(passage_count), 0)::int as passages, coalesce(sum(word_count), 0)::bigint as words,
      coalesce(sum(terms_version), 0)::int as rules, max(changed)::text as changed
    from sources`.execute(db);
  const { passages = 0, words = 0, rules = 0, changed = null } = rows[0] ?? {};
  const version = `${passages} ${words} ${rules} ${changed}`;
  return { collection: { passages, words }, version };
}

/** How many passages hold the term. */
export function frequencyOf(term: string, { documentFrequencies }: TermStatistics): number {
  return documentFrequencies.get(term) ?? 0;
}

/** Weight of a term by its rarity in the collection: BM25's inverse document frequency, never negative. */
export function idfOf(term: string, statistics: TermStatistics): number {
  const frequency = frequencyOf(term, statistics);
  return Math.log(1 + (statistics.collection.passages - frequency + 0.5) / (frequency + 0.5));
}
