import type { NewDocument } from './document-store.ts';

/** Bytes in which a PDF may begin, and in which text must already look like text. */
const HEAD_BYTES = 1024;
const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');
const DOCX_NAMES = ['[Content_Types].xml', 'word/'].map((name) => Buffer.from(name));
const LONGEST_NAME = Math.max(...DOCX_NAMES.map((name) => name.length));
/** Control characters that no text file has. Tab, line feed, form feed, CR, escape and DOS end are text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const BINARY = /[\x00-\x07\x0e-\x19\x1c-\x1f]/;
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Looks at content as it flows by and tells whether it is what its name says. */
export interface ContentSniffer {
  /** Answers false as soon as the content cannot be of this kind. */
  accepts(chunk: Buffer): boolean;
  /** The last word, when everything has flowed by. */
  acceptsWhole(): boolean;
}

/** A PDF begins with its magic; a .docx is a zip with Word's parts; text has no binary characters. */
export function createContentSniffer(kind: NewDocument['kind']): ContentSniffer {
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
  let isFirst = true;
  let isUtf16 = false;
  return {
    accepts(chunk) {
      if (isFirst) {
        isUtf16 = UTF16_MARKS.some((mark) => chunk.subarray(0, 2).equals(mark));
        isFirst = false;
        if (chunk.subarray(0, 5).toString('latin1') === '%PDF-') return false;
      }
      return isUtf16 || !BINARY.test(chunk.toString('latin1'));
    },
    acceptsWhole: () => true,
  };
}
