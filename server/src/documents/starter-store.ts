import type { Kysely, Transaction } from 'kysely';
import type { FrontMatter } from '../knowledge/extract/extract-markdown.ts';
import type { Tables } from '../platform/db/tables.ts';

/** One of the product's own documents, whose file is stored already. */
export interface NewStarter {
  name: string;
  sizeBytes: number;
  sha256: string;
  /** Of the document with its questions and translations. */
  allSha256: string;
  storageKey: string;
  frontMatter: FrontMatter;
  loadedAt: Date;
}

/** Queues work on a document in the transaction that writes its row, so that both appear together. */
export type Enqueue = (documentId: string, trx: Kysely<Tables>) => Promise<void>;

/** As the document store's `putStarter` promises. */
export async function putStarter(
  trx: Transaction<Tables>,
  file: NewStarter,
  enqueue: Enqueue,
): Promise<string | undefined> {
  const { name, allSha256: sha256, storageKey, loadedAt } = file;
  // Locks the row, so that two servers that start together load the file once.
  const before = await trx
    .selectFrom('starter_files as f')
    .leftJoin('documents as d', 'd.id', 'f.document_id')
    .select(['f.sha256', 'f.document_id', 'd.storage_key'])
    .where('f.name', '=', name)
    .forUpdate('f')
    .executeTakeFirst();
  if (before?.sha256 === sha256) return storageKey;
  const document = await writeStarter(trx, file, before);
  const row = { sha256, document_id: document?.id ?? null, loaded_at: loadedAt };
  await trx
    .insertInto('starter_files')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  if (document === undefined) return storageKey;
  await enqueue(document.id, trx);
  return before?.storage_key ?? undefined;
}

/** Returns undefined when the document was deleted, or somebody uploaded the same content. */
function writeStarter(
  trx: Transaction<Tables>,
  { name, sizeBytes, sha256, storageKey, frontMatter, loadedAt }: NewStarter,
  before: { document_id: string | null } | undefined,
): Promise<{ id: string } | undefined> {
  const row = {
    size_bytes: sizeBytes,
    sha256,
    storage_key: storageKey,
    status: 'pending',
    title: frontMatter.title,
    authority: frontMatter.authority,
    source_url: frontMatter.sourceUrl,
    as_of: frontMatter.asOf,
    review_by: frontMatter.reviewBy,
  };
  if (before !== undefined) {
    const replaced = trx
      .updateTable('documents')
      .set(row)
      .where('id', '=', before.document_id ?? null);
    return replaced.returning('id').executeTakeFirst();
  }
  const own = { filename: name, kind: 'markdown', origin: 'starter' } as const;
  return trx
    .insertInto('documents')
    .values({ ...row, ...own, tags: frontMatter.tags, created_at: loadedAt })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
}
