import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Tables } from '../../platform/db/tables.ts';
import type { PassageDraft } from '../split/split-document.ts';
import { TERMS_VERSION, toTerms } from '../words/to-terms.ts';

const PASSAGES_PER_STATEMENT = 500;
const COLUMNS = [
  'ordinal',
  'title',
  'heading_path',
  'page',
  'page_label',
  'page_turns',
  'url',
  'text',
] as const;
const PASSAGES_PER_TURN = 50;
/** The largest number that the inverted table's columns hold. */
const MAX_SMALLINT = 32_767;
const TABLES = ['passages', 'passage_terms', 'passage_embeddings'] as const;
/** Smaller collections are searched as quickly without. */
const MIN_PASSAGES = 1_000;
/** Statistics that are off by this factor lead to bad plans. */
const GROWTH = 1.5;

/** The source that passages belong to and are deleted with. */
interface PassageOwner {
  kind: 'document' | 'site';
  id: string;
}

/** What search reads of a source: its searchable passages and words, and the rules they were counted by. */
interface SourceCounts {
  passage_count: number;
  word_count: number;
  terms_version: number;
}

/** A passage ready to be stored under the title that search and citations show. */
export type TitledPassage = PassageDraft & { title: string };

/**
 * Stores the passages of a source with their words, in place of those it had. Readers see the old or
 * the new ones, never a mixture. The caller has locked the source's row, so that a delete waits and
 * then takes everything with it.
 *
 * @returns the counts to keep in that row, in the same transaction.
 */
export async function replacePassages(
  trx: Transaction<Tables>,
  { kind, id }: PassageOwner,
  passages: readonly TitledPassage[],
): Promise<SourceCounts> {
  const column = kind === 'document' ? 'document_id' : 'site_id';
  // Reading a source again mostly finds what is there. Then its passages stay, and with them their
  // vectors, which are dear; its words are counted anew, because the rules of counting may be new.
  const kept = await findSame(trx, { column, id, passages });
  if (kept === undefined) await trx.deleteFrom('passages').where(column, '=', id).execute();
  else await trx.deleteFrom('passage_terms').where('passage_id', 'in', kept).execute();
  const ids = kept ?? (await insertPassages(trx, { [column]: id }, passages));
  const words = await storeWords(
    trx,
    passages.map((passage, index) => ({ ...passage, id: ids[index] ?? 0 })),
  );
  return { passage_count: passages.length, word_count: words, terms_version: TERMS_VERSION };
}

/** What is indexed of a source's passages, in their order. */
export function readTexts(db: Kysely<Tables>, { kind, id }: PassageOwner) {
  return db
    .selectFrom('passages')
    .select(['id', 'url', 'title', 'heading_path as headingPath', 'text'])
    .where(kind === 'document' ? 'document_id' : 'site_id', '=', id)
    .orderBy('ordinal')
    .execute();
}

/** Ids of the source's passages in order when they are these; undefined when any differs. */
async function findSame(
  trx: Transaction<Tables>,
  given: {
    column: 'document_id' | 'site_id';
    id: string;
    passages: readonly TitledPassage[];
  },
): Promise<number[] | undefined> {
  const rows = await trx
    .selectFrom('passages')
    .select(['id', ...COLUMNS])
    .where(given.column, '=', given.id)
    .orderBy('ordinal')
    .execute();
  const stored = rows.map(({ id: _id, ...row }) => row);
  const isSame = rows.length > 0 && isDeepStrictEqual(stored, given.passages.map(toRow));
  return isSame ? rows.map(({ id }) => id) : undefined;
}

function toRow(passage: TitledPassage) {
  return {
    ordinal: passage.ordinal,
    title: passage.title,
    heading_path: passage.headingPath,
    page: passage.page,
    page_label: passage.pageLabel,
    page_turns: passage.pageTurns ?? null,
    url: passage.url,
    text: passage.text,
  };
}

/** Ids of the new passages, in the order given. */
async function insertPassages(
  trx: Transaction<Tables>,
  owner: { document_id?: string; site_id?: string },
  passages: readonly TitledPassage[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < passages.length; start += PASSAGES_PER_STATEMENT) {
    const batch = passages.slice(start, start + PASSAGES_PER_STATEMENT);
    const rows = await trx
      .insertInto('passages')
      .values(
        batch.map(toRow).map(({ page_turns, ...row }) => ({
          document_id: null,
          site_id: null,
          ...owner,
          ...row,
          page_turns: page_turns && JSON.stringify(page_turns),
        })),
      )
      .returning(['id', 'ordinal'])
      .execute();
    const idByOrdinal = new Map(rows.map(({ id, ordinal }) => [ordinal, id]));
    ids.push(...batch.map(({ ordinal }) => idByOrdinal.get(ordinal) ?? 0));
  }
  return ids;
}

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
 * else is recounting, counts them anew and keeps the counts in its row, in one transaction.
 *
 * @returns false when there is none.
 */
export function recountNext(db: Kysely<Tables>, table: 'documents' | 'sites'): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where terms_version <> ${TERMS_VERSION} limit 1 for update skip locked`.execute(trx);
    const [source] = rows;
    if (source === undefined) return false;
    const kind = table === 'documents' ? 'document' : 'site';
    const words = await recountSource(trx, { kind, id: source.id });
    await sql`update ${sql.table(table)} set word_count = ${words}, terms_version = ${TERMS_VERSION}
      where id = ${source.id}`.execute(trx);
    return true;
  });
}

/** Stores the words of a source's passages anew. @returns how many there are. */
async function recountSource(trx: Transaction<Tables>, owner: PassageOwner): Promise<number> {
  const passages = await readTexts(trx, owner);
  const ids = passages.map((passage) => passage.id);
  if (ids.length > 0) {
    await trx.deleteFrom('passage_terms').where('passage_id', 'in', ids).execute();
  }
  return storeWords(trx, passages);
}

/** What words and vectors are made of. */
interface IndexedText {
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** How often each term occurs in what is indexed of a passage, and how many terms that are in all. */
interface TermCounts {
  frequencies: Map<string, number>;
  length: number;
}

/** Stores the words of passages, which must have none yet. @returns how many they have together. */
async function storeWords(
  trx: Transaction<Tables>,
  passages: readonly (IndexedText & { id: number })[],
): Promise<number> {
  let words = 0;
  for (let start = 0; start < passages.length; start += PASSAGES_PER_STATEMENT) {
    const counted: { id: number; counts: TermCounts }[] = [];
    for (const passage of passages.slice(start, start + PASSAGES_PER_STATEMENT)) {
      counted.push({ id: passage.id, counts: countTerms(passage) });
      // Counting a large document shall not hold up those who ask.
      if (counted.length % PASSAGES_PER_TURN === 0) await setImmediate();
    }
    await insertTerms(trx, counted);
    words += counted.reduce((sum, { counts }) => sum + counts.length, 0);
  }
  return words;
}

/** Counts the terms of a passage with its source's title and its nearest heading before it. */
export function countTerms(passage: IndexedText): TermCounts {
  const terms = toTerms(withHeadings(passage));
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { frequencies, length: Math.min(terms.length, MAX_SMALLINT) };
}

/** The text that is indexed of a passage: title, nearest heading, text, each on its line. */
export function withHeadings({ title, headingPath, text }: IndexedText): string {
  const heading = headingPath.at(-1);
  return [title, ...(heading === undefined || heading === title ? [] : [heading]), text].join('\n');
}

async function insertTerms(
  trx: Transaction<Tables>,
  passages: readonly { id: number; counts: TermCounts }[],
): Promise<void> {
  const terms: string[] = [];
  const ids: number[] = [];
  const frequencies: number[] = [];
  const lengths: number[] = [];
  for (const { id, counts } of passages) {
    for (const [term, frequency] of counts.frequencies) {
      terms.push(term);
      ids.push(id);
      frequencies.push(Math.min(frequency, counts.length));
      lengths.push(counts.length);
    }
  }
  await sql`insert into passage_terms (term, passage_id, frequency, passage_length)
    select * from unnest(${terms}::text[], ${ids}::int[], ${frequencies}::smallint[], ${lengths}::smallint[])`.execute(
    trx,
  );
}

/**
 * Vacuums and analyses what search reads when the collection has grown much since that was last done.
 * The embedded database does it by itself only at night; until then its planner would think the
 * tables empty, and read rows that their indexes hold. Call it outside of transactions.
 *
 * @returns whether it did.
 */
export async function maintainTables(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ passages: number; known: number }>`
    select (select count(*)::int from passages) as passages,
      (select greatest(reltuples, 0)::int from pg_class where oid = 'passages'::regclass) as known`.execute(
    db,
  );
  const { passages = 0, known = 0 } = rows[0] ?? {};
  if (passages < MIN_PASSAGES || passages < known * GROWTH) return false;
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  return true;
}
