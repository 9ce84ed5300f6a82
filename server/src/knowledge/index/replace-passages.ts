import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { PassageDraft } from '../split/split-document.ts';
import { countTerms, type TermCounts } from './count-terms.ts';

/** The row that passages belong to and are deleted with. */
export interface PassageOwner {
  kind: 'document' | 'site';
  id: string;
}

/** A passage ready to be stored under the title that search and citations show. */
export type TitledPassage = PassageDraft & { title: string };

const PASSAGES_PER_STATEMENT = 500;
const PASSAGES_PER_TURN = 50;

/**
 * Stores the passages of a source with their words, in place of those it had. Readers see the old or
 * the new ones, never a mixture. The source's row stays locked until the transaction ends, so that a
 * delete waits and then takes everything with it.
 *
 * @returns false when the source is gone; nothing is stored then.
 */
export async function replacePassages(
  trx: Transaction<Tables>,
  owner: PassageOwner,
  passages: readonly TitledPassage[],
): Promise<boolean> {
  const table = owner.kind === 'document' ? 'documents' : 'sites';
  const ownerColumn = owner.kind === 'document' ? 'document_id' : 'site_id';
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '=', owner.id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;

  // Reading a source again mostly finds what is there. Then its passages stay, and with them their
  // vectors, which are dear; its words are counted anew, because the rules of counting may be new.
  const kept = await findSame(trx, ownerColumn, { ownerId: owner.id, passages });
  if (kept === undefined) {
    await trx.deleteFrom('passages').where(ownerColumn, '=', owner.id).execute();
  } else {
    await trx.deleteFrom('passage_terms').where('passage_id', 'in', kept).execute();
  }
  let words = 0;
  for (let start = 0; start < passages.length; start += PASSAGES_PER_STATEMENT) {
    const batch = passages.slice(start, start + PASSAGES_PER_STATEMENT);
    const ids =
      kept?.slice(start, start + PASSAGES_PER_STATEMENT) ??
      (await insertPassages(trx, { [ownerColumn]: owner.id }, batch));
    words += await insertWords(trx, batch, ids);
  }
  await trx
    .updateTable(table)
    .set({ passage_count: passages.length, word_count: words })
    .where('id', '=', owner.id)
    .execute();
  return true;
}

/** Ids of the source's passages in order when they are these; undefined when any differs. */
async function findSame(
  trx: Transaction<Tables>,
  ownerColumn: 'document_id' | 'site_id',
  { ownerId, passages }: { ownerId: string; passages: readonly TitledPassage[] },
): Promise<number[] | undefined> {
  const rows = await trx
    .selectFrom('passages')
    .select(['id', 'ordinal', 'title', 'heading_path', 'page', 'page_label', 'url', 'text'])
    .where(ownerColumn, '=', ownerId)
    .orderBy('ordinal')
    .execute();
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
  const rows = await trx
    .insertInto('passages')
    .values(
      passages.map((passage) => ({
        document_id: null,
        site_id: null,
        ...owner,
        ...toRow(passage),
      })),
    )
    .returning(['id', 'ordinal'])
    .execute();
  const idByOrdinal = new Map(rows.map(({ id, ordinal }) => [ordinal, id]));
  return passages.map(({ ordinal }) => idByOrdinal.get(ordinal) ?? 0);
}

/** Stores the words of passages; answers how many they have together. */
async function insertWords(
  trx: Transaction<Tables>,
  passages: readonly TitledPassage[],
  ids: readonly number[],
): Promise<number> {
  const counted: { id: number; counts: TermCounts }[] = [];
  for (const [index, passage] of passages.entries()) {
    counted.push({ id: ids[index] ?? 0, counts: countTerms(passage) });
    // Counting a large document shall not hold up those who ask.
    if (index % PASSAGES_PER_TURN === 0) await setImmediate();
  }
  await insertTerms(trx, counted);
  return counted.reduce((sum, { counts }) => sum + counts.length, 0);
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
