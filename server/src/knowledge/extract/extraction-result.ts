import type { PassageDraft } from '../split/split-document.ts';

/** Why a file cannot be read, in the words that the administrator sees after `Error: `. */
export const EXTRACTION_REASONS = {
  password: 'needs a password',
  noText: 'no text layer (scanned)',
  damaged: 'damaged',
  empty: 'empty',
  unreadable: 'text unreadable (fonts without a character map)',
  tooManyPages: 'too many pages',
  tooMuchText: 'too much text',
  tooLong: 'took too long',
  tooMuchMemory: 'needs too much memory',
} as const;

/** What an administrator should know of a file that was read, after all. */
export const EXTRACTION_WARNINGS = {
  holes: 'Some characters could not be read.',
  unknownWords: 'Many words are not English; search may not find them.',
  pagesWithoutText: 'Some pages are pictures without text (scanned).',
} as const;

/** One of the reasons. */
export type ExtractionReason = (typeof EXTRACTION_REASONS)[keyof typeof EXTRACTION_REASONS];

/** What a file says, cut into passages by the process that read it: that, too, may take seconds. */
export interface ExtractedPassages {
  /** Title the source gives itself; empty when it has none. */
  title: string;
  passages: PassageDraft[];
  /** What is odd about it, in a sentence for the administrator. */
  warning?: string;
}

/** What became of reading a file. A file that cannot be read is an ordinary outcome, not an exception. */
export type ExtractionResult<Document = ExtractedPassages> =
  | { ok: true; document: Document }
  | { ok: false; reason: ExtractionReason };

/** Thrown inside the extraction process by whatever finds the reason; it becomes a failed result. */
export class ExtractionFailure extends Error {
  override readonly name = 'ExtractionFailure';
  readonly reason: ExtractionReason;

  constructor(reason: ExtractionReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Kinds of file that can be read. */
export type FileKind = 'pdf' | 'docx' | 'txt' | 'markdown';

/** Reads the text of a file. @throws only when aborted or when no process can be started. */
export type Extract<Document = ExtractedPassages, Kind extends string = FileKind> = (
  file: { kind: Kind; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<ExtractionResult<Document>>;
