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

/** The same with the collection's tags. */
interface CollectionStatistics extends TermStatistics {
  /** Every tag that a source with passages carries, in order. */
  tags: readonly string[];
}

const MAX_CACHED_TERMS = 20_000;
/**
 * Related words that this many passages hold are not counted further, and not searched: they say
 * little, and in a large collection counting them takes longer than the search.
 */
export const MAX_RELATED_FREQUENCY = 20_000;

/**
 * Reads statistics that are exact for the collection as it is. Document frequencies are kept until
 * the collection changes: its size, the rules its words were counted by, or the time of its newest
 * change.
 */
export function createStatisticsReader(
  db: Kysely<Tables>,
): (asked: readonly string[], related: readonly string[]) => Promise<CollectionStatistics> {
  let cachedVersion = '';
  let cache = new Map<string, number>();

  return async (asked, related) => {
    const { collection, version, tags } = await readCollection(db);
    if (version !== cachedVersion || cache.size > MAX_CACHED_TERMS) {
      cachedVersion = version;
      cache = new Map();
    }
    const frequencies = cache;
    const isMissing = (term: string) => {
      const known = frequencies.get(term);
      // Counted to the limit as a related word; a word of the question is counted to the end.
      return known === undefined || (known === MAX_RELATED_FREQUENCY && asked.includes(term));
    };
    const missing = [...new Set([...asked, ...related])].filter(isMissing);
    const limits = missing.map((term) => (asked.includes(term) ? null : MAX_RELATED_FREQUENCY));
    if (missing.length > 0) {
      const rows = await countHolding(db, missing, limits);
      for (const { term, frequency } of rows) frequencies.set(term, frequency);
    }
    return { collection, documentFrequencies: frequencies, tags };
  };
}

/** How many passages hold each term, counted no further than its limit. */
async function countHolding(
  db: Kysely<Tables>,
  terms: readonly string[],
  limits: readonly (number | null)[],
): Promise<{ term: string; frequency: number }[]> {
  const { rows } = await sql<{ term: string; frequency: number }>`
    select wanted.term, (
      select count(*)::int from (
        select from passage_terms t where t.term = wanted.term limit wanted.max) as holding) as frequency
    from unnest(${terms}::text[], ${limits}::int[]) as wanted (term, max)`.execute(db);
  return rows;
}

async function readCollection(
  db: Kysely<Tables>,
): Promise<{ collection: Collection; version: string; tags: readonly string[] }> {
  const { rows } = await sql<{
    passages: number;
    words: number;
    rules: number;
    changed: string | null;
    tags: string[];
  }>`
    with sources as (
      select passage_count, word_count, terms_version, processed_at as changed, tags from documents
      union all
      select passage_count, word_count, terms_version, last_scraped, tags from sites)
    select coalesce(sum(passage_count), 0)::int as passages, coalesce(sum(word_count), 0)::bigint as words,
      coalesce(sum(terms_version), 0)::int as rules, max(changed)::text as changed,
      array(select distinct unnest(tags) as tag from sources where passage_count > 0 order by tag) as tags
    from sources`.execute(db);
  const { passages = 0, words = 0, rules = 0, changed = null, tags = [] } = rows[0] ?? {};
  const version = `${passages} ${words} ${rules} ${changed}`;
  return { collection: { passages, words }, version, tags };
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
