import { parseHTML } from 'linkedom';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fromBufferPromise } from 'yauzl';
import { readOutline } from '../../server/src/knowledge/extract/pdf/mark-headings.ts';
import { decodeText } from '../../server/src/knowledge/extract/extract-text.ts';
import { decodePage } from '../../server/src/knowledge/extract/web-page/decode-page.ts';
import { pdfToText, type ReadKind, splitParagraphs } from './read-files.ts';
import { HEADING_LABEL, type ReadingTruth } from './score-reading.ts';

const BLOCK_END = /<\/(?:p|div|h[1-6]|li|td|th|dd|dt|pre|figcaption|section|article|blockquote)>/gi;
const DOCX_PART =
  /<w:p[ >]|<\/w:p>|<w:pStyle w:val="([^"]*)"|<w:(?:tab|br|cr)\/>|<w:t(?: [^>]*)?>([^<]*)/g;
const DOCX_HEADING = /^(?:Heading|berschrift|Titre)\d$/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * What a file from outside says, by means that are not the product's: a PDF by Poppler in two of its
 * ways, a Word document by its XML, a text by its bytes, a page by the text that Readability's authors
 * expect of it, `expected`.
 */
export async function readTruth(
  kind: ReadKind,
  bytes: Buffer,
  expected: Buffer | undefined,
): Promise<ReadingTruth> {
  if (kind === 'pdf') {
    const [ordered, raw] = [await pdfToText(bytes), await pdfToText(bytes, '-raw')];
    const outline = await readOutlineTitles(bytes, raw);
    return {
      paragraphs: splitParagraphs(joinHyphens(ordered)),
      alternatives: [raw],
      spellings: joinHyphens(raw),
      headings: outline.length === 0 ? undefined : outline,
      hasAllHeadings: false,
    };
  }
  if (kind === 'docx') return readWordXml(bytes);
  if (kind === 'txt') {
    return {
      paragraphs: splitParagraphs(decodeText(bytes).replace(/\r\n?/g, '\n')),
      alternatives: [],
      headings: undefined,
      hasAllHeadings: false,
    };
  }
  const { document } = parseHTML(
    `<html><body>${decodePage(expected ?? bytes, 'text/html').replace(BLOCK_END, '$&\n\n')}</body></html>`,
  );
  const source = decodeEntities(decodePage(bytes, 'text/html').replace(/<[^>]*>/g, ' '));
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(
    ({ textContent }) => textContent ?? '',
  );
  return {
    paragraphs: splitParagraphs(document.body.textContent ?? ''),
    alternatives: [`${document.body.textContent} ${source}`],
    headings: headings.length === 0 ? undefined : headings,
    hasAllHeadings: false,
  };
}

/** A word cut at the end of a line, as one. */
function joinHyphens(text: string): string {
  return text.replace(/(?<=\p{L})[-\u00AD]\n(?=\p{Ll})/gu, '');
}

/** Titles that lead to a page and are a line of it; a line is the heading of one of them. */
async function readOutlineTitles(bytes: Buffer, text: string): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const letters = (words: string) =>
    words
      .normalize('NFKC')
      .toLowerCase()
      .replace(HEADING_LABEL, '')
      .replace(/[^\p{L}\p{N}]+/gu, '');
  try {
    const pages = text.split('\f').map((lines) => lines.split('\n').map(letters));
    const entries = await readOutline(await loading.promise);
    return entries.flatMap(({ title, page }) => {
      const lines = pages[page - 1] ?? [];
      const at = lines.indexOf(letters(title));
      if (at < 0) return [];
      lines.splice(at, 1);
      return [title];
    });
  } finally {
    await loading.destroy();
  }
}

async function readWordXml(bytes: Buffer): Promise<ReadingTruth> {
  const xml = (await readMember(bytes, 'word/document.xml')).replace(
    /<mc:Fallback>.*?<\/mc:Fallback>/gs,
    '',
  );
  const paragraphs: string[] = [];
  const headings: string[] = [];
  let text = '';
  let style = '';
  for (const [part, styleName, letters] of xml.matchAll(DOCX_PART)) {
    if (styleName !== undefined) style = styleName;
    else if (letters !== undefined) text += decodeEntities(letters);
    else if (part.startsWith('<w:p') || part === '</w:p>') {
      if (text.trim() !== '') paragraphs.push(text);
      if (text.trim() !== '' && DOCX_HEADING.test(style)) headings.push(text);
      text = '';
      style = '';
    } else text += ' ';
  }
  return {
    paragraphs,
    alternatives: [],
    headings: headings.length === 0 ? undefined : headings,
    hasAllHeadings: false,
  };
}

async function readMember(bytes: Buffer, name: string): Promise<string> {
  const archive = await fromBufferPromise(bytes);
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }
  return '';
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
