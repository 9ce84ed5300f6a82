import type { ExtractedBlock, ExtractedDocument } from '../extracted-document.ts';
import { decodeText } from './decode-text.ts';

const LIST_ITEM = /^\s*(?:[-*•–▪◦]|\d{1,3}[.)])\s+/;
const UNDERLINE = /^\s*(?:={3,}|-{3,})\s*$/;
const MAX_HEADING_LENGTH = 80;

/** A plain text file: paragraphs between empty lines, lists, and headings that are capitals or underlined. */
export function extractText(bytes: Uint8Array): ExtractedDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n');
  const blocks = text
    .split(/\n[^\S\n]*\n/)
    .flatMap((chunk) => readChunk(chunk.split('\n').filter((line) => line.trim() !== '')));
  const first = blocks[0];
  return { title: first?.kind === 'heading' ? first.text : '', blocks };
}

function readChunk(lines: string[]): ExtractedBlock[] {
  const [first, second] = lines;
  if (first === undefined) return [];
  if (second !== undefined && UNDERLINE.test(second) && first.length <= MAX_HEADING_LENGTH) {
    return [heading(first), ...readChunk(lines.slice(2))];
  }
  if (lines.length === 1 && isCapitals(first)) return [heading(first)];
  const body = lines.filter((line) => !UNDERLINE.test(line));
  const listStart = body.findIndex((line) => LIST_ITEM.test(line));
  if (listStart === -1) return body.length === 0 ? [] : [paragraph(body)];
  const list: ExtractedBlock = { kind: 'list', text: joinItems(body.slice(listStart)).join('\n') };
  return listStart === 0 ? [list] : [paragraph(body.slice(0, listStart)), list];
}

function heading(line: string): ExtractedBlock {
  return { kind: 'heading', level: 1, text: line.trim() };
}

function paragraph(lines: readonly string[]): ExtractedBlock {
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
