import type { Logger } from 'pino';
import { type Extract, EXTRACTION_REASONS } from '../knowledge/extract/extraction-result.ts';
import { EMBED_PASSAGES_JOB } from '../knowledge/index/index-jobs.ts';
import type { SectionDraft } from '../knowledge/index/section-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { explainStorage } from '../platform/files/s3-file-store.ts';
import type { JobHandler, JobQueue } from '../platform/jobs/job-queue.ts';
import type { DocumentStore, ReadContent, UnreadDocument } from './document-store.ts';
import { GENERATE_QUESTIONS_JOB } from './generate-questions-job.ts';

/** Reads a document: payload `{documentId}`. */
export const INGEST_DOCUMENT_JOB = 'ingest-document';

/** The only reason that is no property of the file. */
const UNEXPECTED = 'could not be processed';

/** What reading a document takes. */
export interface IngestDeps {
  documents: DocumentStore;
  files: FileStore;
  extract: Extract;
  /** The sections of a document that are known; undefined when none are, and those that it has stay. */
  readSections(document: Pick<UnreadDocument, 'origin' | 'filename'>): SectionDraft[] | undefined;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
}

/** Reads a document that waits for it; one that no process could read to the end ends in `Error`. */
export function createIngestJob(deps: IngestDeps): JobHandler {
  const { documents } = deps;
  return {
    name: INGEST_DOCUMENT_JOB,
    async handle({ documentId }, signal) {
      if (documentId === undefined || !(await documents.isWaiting(documentId))) return;
      await ingestDocument(deps, documentId, signal);
    },
    async giveUp({ documentId = '' }) {
      const document = await documents.findUnread(documentId);
      if (document !== undefined) await fail(deps, document, { reason: UNEXPECTED });
    },
  };
}

/**
 * Makes a stored document searchable: `Processing`, then `Ready` with its passages, sections and
 * words in one transaction, or `Error: reason` without passages. Vectors follow in a job of their own. It can be
 * run any number of times; a document deleted or replaced meanwhile keeps nothing of this run. An
 * abort leaves `Processing`, to be taken up at the next start, and so does a bucket that cannot be reached.
 *
 * @throws what the database or the file store throws, after marking the document.
 */
export async function ingestDocument(
  deps: IngestDeps,
  documentId: string,
  signal: AbortSignal,
): Promise<void> {
  const document = await deps.documents.startReading(documentId);
  if (document === undefined) return;
  try {
    const bytes = await deps.files.read(document.storage_key);
    const result = await deps.extract({ kind: document.kind, bytes }, signal);
    if (!result.ok) {
      await fail(deps, document, result);
      return;
    }
    // Administrators know an upload by its name; titles inside files are often leftovers.
    const title = document.title ?? nameWithoutExtension(document.filename);
    const passages = result.document.passages.map((draft) => ({ ...draft, title }));
    if (passages.length === 0) {
      await fail(deps, document, { reason: EXTRACTION_REASONS.empty });
      return;
    }
    const sections = deps.readSections(document);
    const { asOf, warning } = result.document;
    await finish(deps, document, { title, passages, sections, asOf, warning });
  } catch (error) {
    // A bucket that is away is no fault of the file: the job tries again.
    const isFault = !signal.aborted && explainStorage(error) === undefined;
    if (isFault) await fail(deps, document, { reason: UNEXPECTED });
    throw error;
  }
}

async function finish(
  { documents, jobs, clock, log }: IngestDeps,
  document: UnreadDocument,
  content: ReadContent,
): Promise<void> {
  const isStored = await documents.finishReading(
    document,
    { ...content, readAt: clock.now() },
    async (documentId, trx) => {
      await jobs.enqueue(EMBED_PASSAGES_JOB, { documentId }, trx);
      if (content.sections !== undefined) return;
      await jobs.enqueue(GENERATE_QUESTIONS_JOB, { documentId }, trx);
    },
  );
  log.info({
    event: isStored ? 'document_indexed' : 'document_gone',
    documentId: document.id,
    warning: content.warning,
    passages: content.passages.length,
  });
}

async function fail(
  { documents, clock, log }: IngestDeps,
  document: UnreadDocument,
  failure: { reason: string; warning?: string },
): Promise<void> {
  await documents.failReading(document, failure, clock.now());
  log.warn({ event: 'document_failed', documentId: document.id, reason: failure.reason });
}

function nameWithoutExtension(filename: string): string {
  return filename.replace(/\.\w+$/, '') || filename;
}
