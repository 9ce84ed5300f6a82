import { type Kysely, sql, type Transaction } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Tables } from '../../platform/db/tables.ts';
import type { PageTurn, PassageDraft } from '../split/split-document.ts';
import { TERMS_VERSION, toTerms } from '../words/to-terms.ts';
import { hideAgain } from './hidden-passages.ts';
import { linkPassages } from './section-store.ts';
import { ownerColumn, type Source } from './source.ts';
import { countAll, type TermCounts, toTermColumns } from './term-counts.ts';

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
  'confidence',
] as const;
const PASSAGES_PER_TURN = 50;
/** What search reads together; smaller collections than `min` are searched as quickly without maintenance. */
const MAINTAINED = [
  { counted: 'passages', min: 1_000, others: ['passage_terms', 'passage_embeddings'] },
  {
    counted: 'sections',
    min: 100,
    others: ['section_terms', 'section_embeddings', 'known_questions', 'section_translations'],
  },
] as const;
/** Statistics that are off by this factor lead to bad plans. */
const GROWTH = 1.5;

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
  source: Source,
  passages: readonly TitledPassage[],
): Promise<SourceCounts> {
  const { id } = source;
  const column = ownerColumn(source.kind);
  // Reading a source again mostly finds what is there. Then its passages stay, and with them their
  // vectors, which are dear; its words are counted anew, because the rules of counting may be new.
  const kept = await findSame(trx, source, passages);
  if (kept === undefined) await trx.deleteFrom('passages').where(column, '=', id).execute();
  else await trx.deleteFrom('passage_terms').where('passage_id', 'in', kept).execute();
  const ids = kept ?? (await insertPassages(trx, { [column]: id }, passages));
  const words = await storeWords(
    trx,
    passages.map((passage, index) => ({ ...passage, id: ids[index] ?? 0 })),
  );
  await linkPassages(trx, source);
  if (kept === undefined) await hideAgain(trx, source);
  return { passage_count: passages.length, word_count: words, terms_version: TERMS_VERSION };
}

/** What is indexed of a source's passages, in their order, and which of them are hidden. */
export function readTexts(db: Kysely<Tables>, { kind, id }: Source) {
  return db
    .selectFrom('passages')
    .select(['id', 'url', 'title', 'heading_path as headingPath', 'text'])
    .select(({ eb }) => eb('hidden_id', 'is not', null).as('isHidden'))
    .where(ownerColumn(kind), '=', id)
    .orderBy('ordinal')
    .execute();
}

/** A source's passages in their order, as {@link replacePassages} puts them back. */
export async function readSourcePassages(
  db: Kysely<Tables>,
  source: Source,
): Promise<TitledPassage[]> {
  return (await readRows(db, source)).map(({ page_turns: turns, ...row }) => ({
    ordinal: row.ordinal,
    title: row.title,
    headingPath: row.heading_path,
    page: row.page,
    pageLabel: row.page_label,
    ...(turns !== null && { pageTurns: turns as PageTurn[] }),
    url: row.url,
    text: row.text,
    ...(row.confidence !== null && { confidence: row.confidence }),
  }));
}

function readRows(db: Kysely<Tables>, { kind, id }: Source) {
  return db
    .selectFrom('passages')
    .select(['id', ...COLUMNS])
    .where(ownerColumn(kind), '=', id)
    .orderBy('ordinal')
    .execute();
}

/** Ids of the source's passages in order when they are these; undefined when any differs. */
async function findSame(
  trx: Transaction<Tables>,
  source: Source,
  passages: readonly TitledPassage[],
): Promise<number[] | undefined> {
  const rows = await readRows(trx, source);
  const stored = rows.map(({ id: _id, ...row }) => row);
  const isSame = rows.length > 0 && isDeepStrictEqual(stored, passages.map(toRow));
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
    confidence: passage.confidence ?? null,
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

/** Stores the words of a source's passages anew. @returns how many there are. */
export async function recountPassages(trx: Transaction<Tables>, source: Source): Promise<number> {
  const passages = await readTexts(trx, source);
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
  return countAll(toTerms(withHeadings(passage)));
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
  const { terms, ids, frequencies, lengths } = toTermColumns(passages);
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
  let isDone = false;
  for (const { counted, min, others } of MAINTAINED) {
    const { rows } = await sql<{ count: number; known: number }>`
      select (select count(*)::int from ${sql.table(counted)}) as count,
        (select greatest(reltuples, 0)::int from pg_class where oid = ${counted}::regclass) as known`.execute(
      db,
    );
    const { count = 0, known = 0 } = rows[0] ?? {};
    if (count < min || count < known * GROWTH) continue;
    for (const table of [counted, ...others])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    isDone = true;
  }
  return isDone;
}
