import type { RecognisedPage } from './recognise/recognition.ts';
import type { PassageDraft, TextBlock } from '../split/split-document.ts';

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
  attachments: 'What is attached to the mail was not read.',
  /** Followed by their numbers. */
  misread: 'Some words may be misread on pages',
  pagesWithoutText: 'Some pages are pictures without text (scanned).',
  /** How such pages are read, where nothing recognises text. */
  noRecognition:
    'To have such pages recognised, install tesseract-ocr on the server, set OCR=tesseract, then delete the file here and upload it again.',
  /** Both followed by their numbers. */
  unsure: 'Recognition is unsure of pages',
  unrecognised: 'No text could be recognised on pages',
} as const;

/** One of the reasons. */
export type ExtractionReason = (typeof EXTRACTION_REASONS)[keyof typeof EXTRACTION_REASONS];

/** Steps of reading that leave text out, as an operator reads them. */
export const REMOVAL_STEPS = {
  runningLine: 'running header or footer',
  pageNumber: 'page number',
  contentsLine: 'line of the table of contents',
  lineNumber: 'line number',
  noteMark: 'mark of a note',
} as const;

/** Text that a step of reading left out on purpose. */
export interface Removal {
  step: (typeof REMOVAL_STEPS)[keyof typeof REMOVAL_STEPS];
  text: string;
  /** Physical page from 1, for sources with pages. */
  page?: number;
}

/** What a file says, cut into passages by the process that read it: that, too, may take seconds. */
export interface ExtractedPassages {
  /** Title the source gives itself; empty when it has none. */
  title: string;
  /** The day of which it speaks, `YYYY-MM-DD`, where the file says so itself. */
  asOf?: string;
  passages: PassageDraft[];
  /** What was left out on purpose, in reading order of each step. */
  removed?: readonly Removal[];
  /** What is odd about it, in a sentence for the administrator. */
  warning?: string;
}

/** What became of reading a file. A file that cannot be read is an ordinary outcome, not an exception. */
export type ExtractionResult<Document = ExtractedPassages> =
  | { ok: true; document: Document }
  | {
      ok: false;
      reason: ExtractionReason;
      /** What the administrator can do about it. */
      warning?: string;
    };

/** Kinds of file that can be read. */
export type FileKind = 'pdf' | 'docx' | 'txt' | 'html' | 'eml' | 'markdown';

/** Reads the text of a file. @throws only when aborted or when no process can be started. */
export type Extract<Document = ExtractedPassages, Kind extends string = FileKind> = (
  file: { kind: Kind; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<ExtractionResult<Document>>;

/** What a file says, without how it looks: the same shape for every kind of source. */
export interface ExtractedDocument {
  /** Title the source gives itself; empty when it has none. */
  title: string;
  /** The day of which it speaks, `YYYY-MM-DD`, where the file says so itself. */
  asOf?: string;
  blocks: TextBlock[];
  /** Pages whose text is no text of the file's, but recognised. */
  recognised?: readonly RecognisedPage[];
  /** What was left out on purpose, in reading order of each step. */
  removed?: readonly Removal[];
  /** What is odd about it, in a sentence for the administrator. */
  warning?: string;
}

/** Thrown inside the extraction process by whatever finds the reason; it becomes a failed result. */
export class ExtractionFailure extends Error {
  override readonly name = 'ExtractionFailure';
  readonly reason: ExtractionReason;

  constructor(reason: ExtractionReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Limits of reading one file. A process that goes beyond is killed, and the reason is reported. */
export interface ExtractionLimits {
  pages: number;
  characters: number;
  timeMs: number;
  /** Time of the processor, which the system itself watches: it ends a process whose server was killed. */
  processorSeconds: number;
  /** Resident memory of the whole process; JavaScript's own limit does not count buffers. */
  residentBytes: number;
}

export const EXTRACTION_LIMITS: ExtractionLimits = {
  pages: 2_000,
  characters: 10_000_000,
  timeMs: 60_000,
  processorSeconds: 120,
  residentBytes: 512 * 1024 * 1024,
};

/** What a `.docx`, a ZIP archive, may hold before anything unpacks it. */
export const ARCHIVE_LIMITS = { entries: 2_000, inflatedBytes: 100 * 1024 * 1024, ratio: 200 };
