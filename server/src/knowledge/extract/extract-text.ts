import { detect } from 'jschardet';
import type { TextBlock } from '../split/split-document.ts';
import {
  type ExtractedDocument,
  EXTRACTION_REASONS,
  ExtractionFailure,
} from './extraction-result.ts';
import { guessUtf16 } from './guess-utf16.ts';

const LIST_ITEM = /^\s*(?:[-*•–▪◦]|\d{1,3}[.)])\s+/;
const UNDERLINE = /^\s*(?:={3,}|-{3,})\s*$/;
const MAX_HEADING_LENGTH = 80;
/** More words in a line without signs are a sentence that somebody did not end. */
const MAX_TITLE_WORDS = 9;
/** Begins as a title does, with a number or not, and ends in a letter, a digit, a bracket or a question mark. */
const TITLE = /^(?:\d+(?:\.\d+)*\.?\s+)?["“'‘(]?\p{Lu}[^|@\t]*[\p{L}\p{N}?)"”'’]$/u;
/** Ends a sentence, or says something of a name before it, as in `Phone: 555`. */
const SENTENCE_OR_LABEL = /[.!?][)"”'’]?\s|:\s|\w:\/\//u;
const SENTENCE_START = /^["“'‘(]?\p{Lu}/u;
const SENTENCE_END = /[.!?:][)"”'’]*$/u;
const SAMPLE_BYTES = 64 * 1024;
/** Control characters that no text has: a letter of UTF-8 that was taken for several, and written again, has them. */
const WRITTEN_TWICE = /[\u0080-\u009F]/u;
const BYTES_OF_A_LETTER =
  /[\u00C2-\u00DF][\u0080-\u00BF]|[\u00E0-\u00EF][\u0080-\u00BF]{2}|[\u00F0-\u00F4][\u0080-\u00BF]{3}/gu;
const BYTE_ORDER_MARKS: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * A plain text file: paragraphs between empty lines, lists, and headings: lines that are capitals or underlined,
 * and below them short ones that stand alone over a text, or that end early before a paragraph.
 */
export function extractText(bytes: Uint8Array): ExtractedDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n');
  const chunks = text
    .split(/\n[^\S\n]*\n/)
    .map((chunk) => chunk.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  const blocks = chunks.flatMap((lines, index) => readChunk(lines, chunks[index + 1]));
  const first = blocks[0];
  return { title: first?.kind === 'heading' ? first.text : '', blocks };
}

function readChunk(lines: readonly string[], next: readonly string[] | undefined): TextBlock[] {
  const [first, second] = lines;
  if (first === undefined) return [];
  if (second !== undefined && UNDERLINE.test(second) && first.length <= MAX_HEADING_LENGTH) {
    return [heading(first, 1), ...readChunk(lines.slice(2), next)];
  }
  if (lines.length === 1 && isCapitals(first)) return [heading(first, 1)];
  if (lines.length === 1 && next !== undefined && isTitle(first)) return [heading(first, 2)];
  if (isTitle(first) && endsEarly(lines)) {
    return [heading(first, 2), ...readBody(lines.slice(1))];
  }
  return readBody(lines);
}

function readBody(lines: readonly string[]): TextBlock[] {
  const body = lines.filter((line) => !UNDERLINE.test(line));
  const listStart = body.findIndex((line) => LIST_ITEM.test(line));
  if (listStart === -1) return body.length === 0 ? [] : [paragraph(body)];
  const list: TextBlock = { kind: 'list', text: joinItems(body.slice(listStart)).join('\n') };
  return listStart === 0 ? [list] : [paragraph(body.slice(0, listStart)), list];
}

function heading(line: string, level: number): TextBlock {
  return { kind: 'heading', level, text: line.trim() };
}

function isTitle(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= MAX_HEADING_LENGTH &&
    text.split(/\s+/).length <= MAX_TITLE_WORDS &&
    TITLE.test(text) &&
    !SENTENCE_OR_LABEL.test(text.replace(/^[\d.]+\s+/, ''))
  );
}

/** Whether the first line of a paragraph was ended on purpose: the next word had room on it. */
function endsEarly([first = '', ...rest]: readonly string[]): boolean {
  const body = rest.map((line) => line.trim());
  const [start = ''] = body;
  const width = body.reduce((longest, line) => Math.max(longest, line.length), 0);
  const nextWord = /^\S+/.exec(start)?.[0] ?? '';
  return (
    SENTENCE_START.test(start) &&
    SENTENCE_END.test(body.at(-1) ?? '') &&
    first.trim().length + 1 + nextWord.length <= width
  );
}

function paragraph(lines: readonly string[]): TextBlock {
  return { kind: 'paragraph', text: lines.map((line) => line.trim()).join(' ') };
}

function isCapitals(line: string): boolean {
  return (
    line.length <= MAX_HEADING_LENGTH &&
    /\p{Lu}{2}/u.test(line) &&
    !/\p{Ll}/u.test(line) &&
    !/[.,;:]\s*$/.test(line)
  );
}

/** A line without a bullet continues the item before it. */
function joinItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (LIST_ITEM.test(line) || items.length === 0) items.push(text);
    else items.push(`${items.pop()} ${text}`);
  }
  return items;
}

/**
 * Text of a file in whatever encoding it has: by its byte order mark, then by where UTF-16 leaves its
 * zero bytes, then UTF-8 if it is valid, even when written twice, then by a guess at the language.
 *
 * @throws ExtractionFailure `damaged` when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  const encoding = marked?.encoding ?? guessUtf16(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return refuseBinary(readOnce(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    if (error instanceof ExtractionFailure) throw error;
    return refuseBinary(new TextDecoder(guessLegacyEncoding(bytes)).decode(bytes));
  }
}

/** The text as it was before a program wrote it as UTF-8 a second time. */
function readOnce(text: string): string {
  if (!WRITTEN_TWICE.test(text)) return text;
  const decoder = new TextDecoder('utf-8');
  return text.replace(BYTES_OF_A_LETTER, (letters) =>
    decoder.decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))),
  );
}

function guessLegacyEncoding(bytes: Uint8Array): string {
  const { encoding } = detect(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)));
  try {
    // The guess may be a name that only Python knows.
    return new TextDecoder(encoding ?? 'windows-1252').encoding;
  } catch {
    return 'windows-1252';
  }
}

function refuseBinary(text: string): string {
  if (text.includes('\0')) throw new ExtractionFailure(EXTRACTION_REASONS.damaged);
  return text;
}
