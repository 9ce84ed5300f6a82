import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { EXTRACTION_REASONS, type Extract } from '../extract/extraction-result.ts';
import { replacePassages } from '../index/replace-passages.ts';
import { tendTables } from '../index/tend-tables.ts';
import { EMBED_PASSAGES_JOB } from './job-names.ts';

/** What reading a document into the knowledge takes. */
export interface IngestDeps {
  db: Kysely<Tables>;
  files: FileStore;
  extract: Extract;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
}

/** The only reason that is no property of the file. */
const UNEXPECTED = 'could not be processed';

/**
 * Makes a stored document searchable: `Processing`, then `Ready` with its passages and words in one
 * transaction, or `Error: reason` without passages. Vectors follow in a job of their own. It can be
 * run any number of times; a document deleted or replaced meanwhile keeps nothing of this run. An
 * abort leaves `Processing`, to be taken up at the next start.
 *
 * @throws what the database or the file store throws, after marking the document.
 */
export async function ingestDocument(
  deps: IngestDeps,
  documentId: string,
  signal: AbortSignal,
): Promise<void> {
  const document = await deps.db
    .updateTable('documents')
    .set({ status: 'Processing' })
    .where('id', '=', documentId)
    .returning(['id', 'kind', 'filename', 'title', 'storage_key'])
    .executeTakeFirst();
  if (document === undefined) return;
  try {
    const bytes = await deps.files.read(document.storage_key);
    const result = await deps.extract({ kind: document.kind, bytes }, signal);
    if (!result.ok) {
      await markFailed(deps, document, result.reason);
      return;
    }
    // Administrators know an upload by its name; titles inside files are often leftovers.
    const title = document.title ?? nameWithoutExtension(document);
    const passages = result.document.passages.map((draft) => ({ ...draft, title }));
    if (passages.length === 0) await markFailed(deps, document, EXTRACTION_REASONS.empty);
    else await store(deps, document, { title, passages, warning: result.document.warning });
  } catch (error) {
    if (!signal.aborted) await markFailed(deps, document, UNEXPECTED);
    throw error;
  }
}

/** Marks a document that no process could read to the end; one that is read already stays as it is. */
export async function giveUpDocument(deps: IngestDeps, documentId: string): Promise<void> {
  const document = await deps.db
    .selectFrom('documents')
    .select(['id', 'storage_key'])
    .where('id', '=', documentId)
    .where('status', 'in', ['pending', 'Processing'])
    .executeTakeFirst();
  if (document !== undefined) await markFailed(deps, document, UNEXPECTED);
}

type DocumentRow = { id: string; storage_key: string };

async function store(
  { db, jobs, clock, log }: IngestDeps,
  document: DocumentRow,
  content: {
    title: string;
    passages: Parameters<typeof replacePassages>[2];
    warning: string | undefined;
  },
): Promise<void> {
  const stored = await db.transaction().execute(async (trx) => {
    if (!(await lockDocument(trx, document))) return false;
    await replacePassages(trx, { kind: 'document', id: document.id }, content.passages);
    await trx
      .updateTable('documents')
      .set({
        status: 'Ready',
        title: content.title,
        warning: content.warning ?? null,
        processed_at: clock.now(),
      })
      .where('id', '=', document.id)
      .execute();
    await jobs.enqueue(EMBED_PASSAGES_JOB, { documentId: document.id }, trx);
    return true;
  });
  if (stored) await tendTables(db);
  log.info({
    event: stored ? 'document_indexed' : 'document_gone',
    documentId: document.id,
    warning: content.warning,
    passages: content.passages.length,
  });
}

async function markFailed(
  { db, clock, log }: IngestDeps,
  document: DocumentRow,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockDocument(trx, document))) return;
    await replacePassages(trx, { kind: 'document', id: document.id }, []);
    await trx
      .updateTable('documents')
      .set({ status: `Error: ${reason}`, warning: null, processed_at: clock.now() })
      .where('id', '=', document.id)
      .execute();
  });
  log.warn({ event: 'document_failed', documentId: document.id, reason });
}

/**
 * False when the document was deleted, its file replaced, or another process was done with it, since
 * this run began: a process that stood still for longer than its lease finds its work done.
 */
async function lockDocument(
  trx: Kysely<Tables>,
  { id, storage_key }: DocumentRow,
): Promise<boolean> {
  const row = await trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('storage_key', '=', storage_key)
    .where('status', 'in', ['pending', 'Processing'])
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

function nameWithoutExtension({ filename }: { filename: string }): string {
  return filename.replace(/\.\w+$/, '') || filename;
}
