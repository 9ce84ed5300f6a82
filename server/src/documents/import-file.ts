import { UPLOAD_MAX_BYTES } from '@pathway/contract/limits';
import { createHash } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import { type IngestDeps, ingestDocument } from './ingest-document.ts';
import type { ListedFile } from './list-files.ts';
import type { StoredKind } from './document-store.ts';
import { assertRoom, uploadDocument } from './upload-document.ts';

const IMPORTED_KINDS: readonly StoredKind[] = ['pdf', 'docx', 'txt', 'html', 'eml'];
const NAMED_KINDS = 'Only .pdf, .docx, .txt, .html and .eml files are read.';

/** What became of a file: `status` and `warning` are its document's. */
export type ImportOutcome =
  | { kind: 'read' | 'present'; status: string; warning: string | null }
  | { kind: 'refused'; reason: string };

/**
 * Stores a file as an upload does, with the same refusals, and reads it at once. One that is stored already is not
 * stored again, and read only if nobody has read it to its end: so whatever interrupts, the next run goes on.
 *
 * @throws what the database or the file store throws, and what `signal` aborts with.
 */
export async function importFile(
  deps: IngestDeps,
  file: ListedFile,
  { minFreeBytes, signal }: { minFreeBytes: number; signal: AbortSignal },
): Promise<ImportOutcome> {
  const { documents } = deps;
  const bytes = await readWhole(file);
  if (bytes instanceof AppError) return { kind: 'refused', reason: bytes.message };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await documents.findByContent(sha256);
  if (known !== undefined && !known.isUnread) return { kind: 'present', ...known };
  if (known === undefined) {
    await assertRoom(deps.files, minFreeBytes);
    const reason = await store(deps, { filename: file.filename, bytes });
    if (reason !== undefined) return { kind: 'refused', reason };
  }
  const added = await documents.findByContent(sha256);
  if (added !== undefined) await ingestDocument(deps, added.id, signal);
  const read = await documents.findByContent(sha256);
  // Somebody may delete it meanwhile.
  return read === undefined
    ? { kind: 'refused', reason: new AppError('not_found').message }
    : { kind: 'read', ...read };
}

async function store(
  deps: IngestDeps,
  { filename, bytes }: { filename: string; bytes: Buffer },
): Promise<string | undefined> {
  // It is read here and now; if that is interrupted, it waits as what nobody finished reading.
  const jobs = { enqueue: async () => undefined };
  try {
    await uploadDocument({ ...deps, jobs }, { filename, content: once(bytes) }, IMPORTED_KINDS);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'file_type_refused') return NAMED_KINDS;
    return error.code === 'file_duplicate' ? undefined : error.message;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The bytes of a file that is not too large, or why there are none. */
async function readWhole(file: ListedFile): Promise<Buffer | AppError> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of await file.open()) {
      length += chunk.length;
      if (length > UPLOAD_MAX_BYTES) return new AppError('file_too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    return new AppError('file_damaged', { cause: error });
  }
  return Buffer.concat(chunks);
}
