import type { ExtractedDocument } from './extracted-document.ts';

/** Control characters except line ends and tabs, soft hyphens, zero-width marks, and those that turn text around: invisible, and in the way of search. */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** Joined letters such as ﬁ, which nobody types. */
const LIGATURE = /[\uFB00-\uFB06]/g;

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
