import type { Document } from '@pathway/contract/documents';
import { randomUUID } from 'node:crypto';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { INGEST_DOCUMENT_JOB } from '../../knowledge/ingest/job-names.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { cleanFilename } from './clean-filename.ts';
import type { DocumentStore, NewDocument } from './document-store.ts';
import { measureUpload } from './measure-upload.ts';
import type { ArrivingFile } from './receive-file.ts';
import { createContentSniffer } from './sniff-content.ts';

export interface UploadDocumentDeps {
  documents: DocumentStore;
  files: FileStore;
  jobs: JobQueue;
  clock: Clock;
}

/**
 * Stores an upload as it streams in, then adds its row and its job together. Whatever fails, neither
 * file nor row is left.
 *
 * @throws AppError `file_type_refused`, `file_empty`, `file_duplicate`, or what the stream fails with.
 */
export async function uploadDocument(
  deps: UploadDocumentDeps,
  upload: ArrivingFile,
): Promise<Document> {
  const filename = cleanFilename(upload.filename);
  const kind = kindOf(filename);
  const storageKey = `${randomUUID()}.${kind}`;
  const meter = measureUpload(createContentSniffer(kind));
  await store(deps.files, storageKey, upload.content, meter.stream);
  try {
    const document = await deps.documents.add(
      { filename, kind, ...meter.measured(), storageKey, createdAt: deps.clock.now() },
      (documentId, trx) => deps.jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId }, trx),
    );
    if (document === undefined) throw new AppError('file_duplicate');
    return document;
  } catch (error) {
    await deps.files.delete(storageKey);
    throw error;
  }
}

function kindOf(filename: string): NewDocument['kind'] {
  const extension = /\.(pdf|docx|txt)$/i.exec(filename)?.[1]?.toLowerCase();
  if (extension === 'pdf' || extension === 'docx' || extension === 'txt') return extension;
  throw new AppError('file_type_refused');
}

/** A refusal is the reason; without one it is the store that failed, and the stream only followed. */
async function store(
  files: FileStore,
  key: string,
  content: AsyncIterable<Buffer>,
  meter: Transform,
): Promise<void> {
  const flowing = pipeline(content, meter);
  const [put, flow] = await Promise.allSettled([files.put(key, meter), flowing]);
  if (flow.status === 'rejected' && flow.reason instanceof AppError) throw flow.reason;
  if (put.status === 'rejected') throw put.reason;
  if (flow.status === 'rejected') throw flow.reason;
}
