import type { MultipartFile } from '@fastify/multipart';
import type { Document } from '@pathway/contract/documents';
import { FILENAME_MAX_LENGTH } from '@pathway/contract/limits';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { guessUtf16 } from '../knowledge/extract/guess-utf16.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { DocumentStore, StoredKind } from './document-store.ts';
import { INGEST_DOCUMENT_JOB } from './ingest-document.ts';

/** Control characters, and the invisible ones that turn or hide text (U+200B–200F, U+202A–202E, U+2060–2069, U+FEFF). */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** What the console takes. */
const UPLOADED_KINDS: readonly StoredKind[] = ['pdf', 'docx', 'txt'];
/** Bytes in which a PDF may begin, and in which text must already look like text. */
const HEAD_BYTES = 1024;
const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');
/** How files begin that people take for a document: zip, PDF, old Word, PNG, JPEG, GIF, TIFF. */
const OTHER_MAGIC = [
  'PK\x03\x04',
  '%PDF-',
  '\xd0\xcf\x11\xe0',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'II*\0',
  'MM\0*',
].map((magic) => Buffer.from(magic, 'latin1'));
const DOCX_NAMES = ['[Content_Types].xml', 'word/'].map((name) => Buffer.from(name));
const LONGEST_NAME = Math.max(...DOCX_NAMES.map((name) => name.length));
/** Control characters that no text file has. Tab, line feed, form feed, CR, escape and DOS end are text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const BINARY = /[\x00-\x07\x0e-\x19\x1c-\x1f]/;
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** A file while it is still arriving. */
interface ArrivingFile {
  filename: string;
  /** Fails with `file_too_large` at the size limit and with `malformed_upload` when cut off. */
  content: AsyncIterable<Buffer>;
}

export interface UploadDocumentDeps {
  documents: DocumentStore;
  files: FileStore;
  jobs: JobQueue;
  clock: Clock;
}

/**
 * The file of a multipart form, in the field `file`.
 *
 * @throws AppError `unsupported_media_type`, `file_missing`, `malformed_upload`
 */
export async function receiveFile(request: FastifyRequest): Promise<ArrivingFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const part = await request.file().catch((error: unknown) => {
    throw new AppError('malformed_upload', { cause: error });
  });
  if (part === undefined || part.fieldname !== 'file' || part.filename === '') {
    part?.file.resume();
    throw new AppError('file_missing');
  }
  return { filename: part.filename, content: readPart(part.file) };
}

async function* readPart(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw new AppError('malformed_upload', { cause: error });
  }
  if (file.truncated) throw new AppError('file_too_large');
}

/** @throws AppError `storage_full` when less of the disk is left. */
export async function assertRoom(files: FileStore, minFreeBytes: number): Promise<void> {
  const freeBytes = await files.freeBytes();
  if (freeBytes !== undefined && freeBytes < minFreeBytes) throw new AppError('storage_full');
}

/**
 * Stores an upload as it streams in, then adds its row and its job together. Whatever fails, neither
 * file nor row is left.
 *
 * @throws AppError `file_type_refused`, `file_content_refused`, `file_damaged`, `file_empty`, `file_duplicate`, or what the stream fails with.
 */
export async function uploadDocument(
  deps: UploadDocumentDeps,
  upload: ArrivingFile,
  accepted: readonly StoredKind[] = UPLOADED_KINDS,
): Promise<Document> {
  const filename = cleanFilename(upload.filename);
  const kind = kindOf(filename, accepted);
  const storageKey = `${randomUUID()}.${kind}`;
  const meter = createMeter(kind);
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

/** The name to show for an upload: no folders, nothing invisible, at most 200 characters, extension kept. */
function cleanFilename(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = base.toWellFormed().normalize('NFC').replace(INVISIBLE, '').trim();
  if (clean.length <= FILENAME_MAX_LENGTH) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, FILENAME_MAX_LENGTH - extension.length).toWellFormed() + extension;
}

function kindOf(filename: string, accepted: readonly StoredKind[]): StoredKind {
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase();
  const kind = accepted.find((name) => name === (extension === 'htm' ? 'html' : extension));
  if (kind === undefined) throw new AppError('file_type_refused');
  return kind;
}

/**
 * A stream that hashes an upload and checks its content on its way to the store, and what it measured
 * once the upload has ended. The stream fails with an AppError (`file_empty`, `file_content_refused`,
 * `file_damaged`), so that nothing refused is ever kept.
 */
function createMeter(kind: StoredKind) {
  const sniffer = createContentSniffer(kind);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let head = Buffer.alloc(0);
  const refusal = () =>
    new AppError(isDamaged(kind, head) ? 'file_damaged' : 'file_content_refused');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
      if (sniffer.accepts(chunk)) done(null, chunk);
      else done(refusal());
    },
    flush(done) {
      if (sizeBytes === 0) done(new AppError('file_empty'));
      else if (sniffer.acceptsWhole()) done();
      else done(refusal());
    },
  });
  return { stream, measured: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}

/** Whether what is no PDF and no Word document is not some other kind of file either, by how it begins. */
function isDamaged(kind: StoredKind, head: Buffer): boolean {
  if (!['pdf', 'docx'].includes(kind) || !BINARY.test(head.toString('latin1'))) return false;
  return !OTHER_MAGIC.some((magic) => head.subarray(0, magic.length).equals(magic));
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

/** Tells, while content flows by, whether it is what its name says. */
interface ContentSniffer {
  /** Returns false as soon as the content cannot be of this kind. */
  accepts(chunk: Buffer): boolean;
  /** The same when everything has flowed by. */
  acceptsWhole(): boolean;
}

/** A PDF begins with its magic; a .docx is a zip with Word's parts; text has no binary characters. */
function createContentSniffer(kind: StoredKind): ContentSniffer {
  if (kind === 'pdf') return sniffPdf();
  return kind === 'docx' ? sniffDocx() : sniffText();
}

function sniffPdf(): ContentSniffer {
  let head = Buffer.alloc(0);
  const found = () => head.includes('%PDF-');
  return {
    accepts(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
      return found() || head.length < HEAD_BYTES;
    },
    acceptsWhole: found,
  };
}

function sniffDocx(): ContentSniffer {
  const missing = new Set(DOCX_NAMES);
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    accepts(chunk) {
      if (head.length < ZIP_MAGIC.length) {
        head = Buffer.concat([head, chunk]).subarray(0, ZIP_MAGIC.length);
      }
      const window = Buffer.concat([tail, chunk]);
      for (const name of missing) if (window.includes(name)) missing.delete(name);
      tail = window.subarray(-LONGEST_NAME);
      return ZIP_MAGIC.subarray(0, head.length).equals(head);
    },
    acceptsWhole: () => missing.size === 0,
  };
}

function sniffText(): ContentSniffer {
  let head = Buffer.alloc(0);
  let isUtf16 = false;
  const isText = (bytes: Buffer) => isUtf16 || !BINARY.test(bytes.toString('latin1'));
  const judgeHead = () => {
    // Half a letter is missing at the end of a short text only when it is none.
    const mayBeUtf16 = head.length >= HEAD_BYTES || head.length % 2 === 0;
    isUtf16 =
      UTF16_MARKS.some((mark) => head.subarray(0, 2).equals(mark)) ||
      (mayBeUtf16 && guessUtf16(head) !== undefined);
    return head.subarray(0, 5).toString('latin1') !== '%PDF-' && isText(head);
  };
  return {
    accepts(chunk) {
      if (head.length >= HEAD_BYTES) return isText(chunk);
      head = Buffer.concat([head, chunk]);
      return head.length < HEAD_BYTES || judgeHead();
    },
    acceptsWhole: () => head.length >= HEAD_BYTES || judgeHead(),
  };
}
