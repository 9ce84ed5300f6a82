import type { TextBlock } from '../split/split-document.ts';
import type { ExtractedDocument } from './extraction-result.ts';

/** Control characters except line ends and tabs, soft hyphens, zero-width marks, and those that turn text around: invisible, and in the way of search. */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** Joined letters such as ﬁ, and the signs of vertical text: nobody types them. */
const LIGATURE = /[\uFB00-\uFB06\uFE10-\uFE19\uFE30-\uFE48]/g;

/**
 * Some fonts of government forms map their punctuation to the characters 3, 4, 9, < and =. A 9 inside
 * a contraction gives such a text away: `student9s`, `don9t`.
 */
const BROKEN_APOSTROPHE = /(?<=\p{Ll}{2})9(?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;
const RIGHT_APOSTROPHE = /(?<=\p{Ll}{2})['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;
/** Fewer may be product names. */
const MIN_EVIDENCE = 3;

/** What stands where, and what was meant. A 3 or 4 is a dash between words only, never beside digits. */
const REPAIRS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L}{2})9(?=\p{Ll}|[\s.,;:!?)]|$)/gu, '’'],
  [/(?<![\p{L}\p{N}])9(?=\p{L}{2})/gu, '‘'],
  [/<(?=[\p{L}\p{N}])/gu, '“'],
  [/(?<=[\p{L}\p{N}.,!?])=(?![\p{L}\p{N}])/gu, '”'],
  [/(?<=\p{L}{2})3(?=\p{L}{2})/gu, '–'],
  [/(?<=\p{L}{2})4(?=\p{L}{2})/gu, '—'],
];

/** The document without characters that no reader sees and no database keeps, and without empty blocks. */
export function cleanDocument(document: ExtractedDocument): ExtractedDocument {
  return {
    ...document,
    title: cleanText(document.title),
    blocks: document.blocks
      .map((block) => ({ ...block, text: cleanText(block.text) }))
      .filter((block) => block.text !== ''),
  };
}

function cleanText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(LIGATURE, (letters) => letters.normalize('NFKC'))
    .replace(/[^\S\n]+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** The blocks with their punctuation put right, when the text shows that a font's map is broken. */
export function repairGlyphs(blocks: readonly TextBlock[]): TextBlock[] {
  return hasBrokenMap(blocks)
    ? blocks.map((block) => ({ ...block, text: repair(block.text) }))
    : [...blocks];
}

function hasBrokenMap(blocks: readonly TextBlock[]): boolean {
  let broken = 0;
  let right = 0;
  for (const { text } of blocks) {
    broken += text.match(BROKEN_APOSTROPHE)?.length ?? 0;
    right += text.match(RIGHT_APOSTROPHE)?.length ?? 0;
  }
  return broken >= MIN_EVIDENCE && broken > right;
}

function repair(text: string): string {
  return REPAIRS.reduce((repaired, [pattern, sign]) => repaired.replace(pattern, sign), text);
}
