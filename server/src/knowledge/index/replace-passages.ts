import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { PassageDraft } from '../split/split-document.ts';
import { TERMS_VERSION } from '../words/to-terms.ts';
import { storeWords } from './store-words.ts';

/** The row that passages belong to and are deleted with. */
export interface PassageOwner {
  kind: 'document' | 'site';
  id: string;
}

/** A passage ready to be stored under the title that search and citations show. */
export type TitledPassage = PassageDraft & { title: string };

const PASSAGES_PER_STATEMENT = 500;

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
  const ids = kept ?? (await insertPassages(trx, { [ownerColumn]: owner.id }, passages));
  const words = await storeWords(
    trx,
    passages.map((passage, place) => ({ ...passage, id: ids[place] ?? 0 })),
  );
  await trx
    .updateTable(table)
    .set({ passage_count: passages.length, word_count: words, terms_version: TERMS_VERSION })
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
    .select([
      'id',
      'ordinal',
      'title',
      'heading_path',
      'page',
      'page_label',
      'page_turns',
      'url',
      'text',
    ])
    .where(ownerColumn, '=', ownerId)
    .orderBy('ordinal')
    .execute();
  const stored = rows.map(({ id: _id, ...row }) => row);
  const given = passages.map((passage) => ({
    ...toRow(passage),
    page_turns: passage.pageTurns ?? null,
  }));
  const isSame = rows.length > 0 && isDeepStrictEqual(stored, given);
  return isSame ? rows.map(({ id }) => id) : undefined;
}

function toRow(passage: TitledPassage) {
  return {
    ordinal: passage.ordinal,
    title: passage.title,
    heading_path: passage.headingPath,
    page: passage.page,
    page_label: passage.pageLabel,
    page_turns: passage.pageTurns === undefined ? null : JSON.stringify(passage.pageTurns),
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
        batch.map((passage) => ({
          document_id: null,
          site_id: null,
          ...owner,
          ...toRow(passage),
        })),
      )
      .returning(['id', 'ordinal'])
      .execute();
    const idByOrdinal = new Map(rows.map(({ id, ordinal }) => [ordinal, id]));
    ids.push(...batch.map(({ ordinal }) => idByOrdinal.get(ordinal) ?? 0));
  }
  return ids;
}
