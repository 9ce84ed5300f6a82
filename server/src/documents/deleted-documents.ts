import type { Insertable, Transaction } from 'kysely';
import { eraseDeleted, keepDeleted, readDeleted } from '../knowledge/index/deleted-source-store.ts';
import {
  type KeptHiding,
  readHidings,
  restoreHidings,
} from '../knowledge/index/hidden-passages.ts';
import {
  readSourcePassages,
  replacePassages,
  type TitledPassage,
} from '../knowledge/index/passage-store.ts';
import {
  readSectionDrafts,
  replaceSections,
  type SectionDraft,
} from '../knowledge/index/section-store.ts';
import type { DocumentsTable, Tables } from '../platform/db/tables.ts';
import type { Enqueue } from './starter-store.ts';

/** What a document is that nobody has read to its end. */
export const UNREAD = ['pending', 'Processing'];

/** What a restored document keeps of its row; its counts are made anew. */
const RESTORED_COLUMNS = [
  'id',
  'filename',
  'kind',
  'origin',
  'size_bytes',
  'sha256',
  'storage_key',
  'status',
  'warning',
  'tags',
  'title',
  'authority',
  'source_url',
  'as_of',
  'review_by',
  'created_at',
  'processed_at',
] as const;

/** A deleted document, as it is kept. */
interface DeletedDocument {
  row: Pick<Insertable<DocumentsTable>, (typeof RESTORED_COLUMNS)[number]> & { status: string };
  passages: TitledPassage[];
  sections: SectionDraft[];
  hidings: KeptHiding[];
}

/** Deletes a document with all that was read of it, and keeps that. Returns false when it is absent. */
export async function deleteDocument(
  trx: Transaction<Tables>,
  id: string,
  deletedAt: Date,
): Promise<boolean> {
  const source = { kind: 'document', id } as const;
  const found = trx.selectFrom('documents').select(RESTORED_COLUMNS).where('id', '=', id);
  const row = await found.forUpdate().executeTakeFirst();
  if (row === undefined) return false;
  const content: DeletedDocument = {
    row,
    passages: await readSourcePassages(trx, source),
    sections: await readSectionDrafts(trx, source),
    hidings: await readHidings(trx, source),
  };
  await trx.deleteFrom('documents').where('id', '=', id).execute();
  const { filename: name, storage_key: storageKey } = row;
  await keepDeleted(trx, source, { name, storageKey, content, deletedAt });
  return true;
}

/** As the document store's `restore` promises. */
export async function restoreDocument(
  trx: Transaction<Tables>,
  id: string,
  enqueue: Record<'reading' | 'embedding', Enqueue>,
): Promise<'restored' | 'not_found' | 'file_duplicate'> {
  const source = { kind: 'document', id } as const;
  // What is refused stays deleted, so it is looked at before it is taken.
  const kept = (await readDeleted(trx, source)) as DeletedDocument | undefined;
  if (kept === undefined) return 'not_found';
  const { row, passages, sections, hidings } = kept;
  const isUnread = UNREAD.includes(row.status);
  const restored = await trx
    .insertInto('documents')
    .values({ ...row, status: isUnread ? 'pending' : row.status })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (restored === undefined) return 'file_duplicate';
  await eraseDeleted(trx, source);
  await restoreHidings(trx, source, hidings);
  const counts = await replacePassages(trx, source, passages);
  await replaceSections(trx, source, sections);
  await trx.updateTable('documents').set(counts).where('id', '=', id).execute();
  if (row.origin === 'starter') {
    // From now on it follows its file again.
    await trx
      .updateTable('starter_files')
      .set({ document_id: id })
      .where('name', '=', row.filename)
      .execute();
  }
  await enqueue[isUnread ? 'reading' : 'embedding'](id, trx);
  return 'restored';
}
