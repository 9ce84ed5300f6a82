import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Deletes a document: first the row with its passages, so that no answer quotes it from this moment,
 * then the file. A file that outlives a crash in between is swept later.
 *
 * @throws AppError `not_found`
 */
export async function deleteDocument(
  deps: { documents: DocumentStore; files: FileStore },
  id: string,
): Promise<void> {
  const storageKey = await deps.documents.delete(id);
  if (storageKey === undefined) throw new AppError('not_found');
  await deps.files.delete(storageKey);
}
