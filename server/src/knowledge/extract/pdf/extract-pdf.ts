import { getDocument, PasswordResponses } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  PDFDocumentProxy,
  PDFPageProxy,
  TextItem,
  TextMarkedContent,
} from 'pdfjs-dist/types/src/display/api.js';
import type { TextBlock } from '../../split/split-document.ts';
import {
  type ExtractedDocument,
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
  type ExtractionLimits,
} from '../extraction-result.ts';
import { findTables } from './find-tables.ts';
import { markHeadings, readOutline } from './mark-headings.ts';
import { type PdfLine, readPageLines } from './read-page-lines.ts';

/** Fewer letters a page than this, on average, and the pages are pictures. */
const MIN_LETTERS_PER_PAGE = 5;
/** More pages without text than this share, and an administrator should know. */
const MAX_SILENT_SHARE = 0.2;
const MAX_TITLE_LENGTH = 200;
/** Titles that the writing program made up. */
const MADE_UP_TITLE = /^(?:microsoft (?:word|powerpoint|excel)|untitled|document\d*$)|\.\w{2,4}$/i;

/** Pages whose drawing is read for their fonts. A font is known from the first page that uses it. */
const MAX_PAGES_READ = 20;

const BOLD_NAME = /bold|black|heavy|demi/i;

/** Only lines this close to the head or foot of the page can be running ones. */
const EDGE = 0.15;
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;
const PAGE_NUMBER = /^(?:page\s*)?[-–—|\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—|\s]*(?:of\s+\d{1,4})?$/i;
/** A line of the table of contents: dots that lead to a page number. */
const CONTENTS_LINE = /(?:[.…·_]\s?){5,}\s*[\divxlc]*$/i;
const BULLET = /^(?:[•▪◦‣●○■□–*·-]|[o](?=\s)|\(?(?:\d{1,2}|[a-z])[.)])\s+/;
/** Lines further apart than this many letter heights begin a new paragraph. */
const PARAGRAPH_GAP = 1.75;
/** A line indented by more letter heights than this, after a full sentence, begins a new paragraph. */
const INDENT = 1;
const HYPHENATED = /\p{L}[-\u00AD]$/u;

/** The text of a PDF. @throws ExtractionFailure with the reason when there is none to be had. */
export async function extractPdf(
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'pages' | 'characters'>,
): Promise<ExtractedDocument> {
  const packageFolder = new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
  const loading = getDocument({
    // The parser takes the memory over, so it gets a copy.
    data: new Uint8Array(bytes),
    cMapUrl: new URL('cmaps/', packageFolder).href.replace('file://', ''),
    cMapPacked: true,
    standardFontDataUrl: new URL('standard_fonts/', packageFolder).href.replace('file://', ''),
    useSystemFonts: false,
    disableFontFace: true,
    // Tells the fonts' names, and so which are bold.
    fontExtraProperties: true,
    // Pictures say nothing here, and unpacking them is what takes memory.
    maxImageSize: 1,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise.catch(throwReason);
    if (pdf.numPages > limits.pages) throw new ExtractionFailure(EXTRACTION_REASONS.tooManyPages);
    return await readDocument(pdf, limits.characters);
  } finally {
    await loading.destroy();
  }
}

function throwReason(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const needsPassword =
    code === PasswordResponses.NEED_PASSWORD || code === PasswordResponses.INCORRECT_PASSWORD;
  throw new ExtractionFailure(EXTRACTION_REASONS[needsPassword ? 'password' : 'damaged'], {
    cause: error,
  });
}

async function readDocument(
  pdf: PDFDocumentProxy,
  maxCharacters: number,
): Promise<ExtractedDocument> {
  const lines = await readLines(pdf, maxCharacters);
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (letters < pdf.numPages * MIN_LETTERS_PER_PAGE) {
    throw new ExtractionFailure(EXTRACTION_REASONS.noText);
  }
  const marked = markHeadings(dropRunningLines(lines, pdf.numPages), await readOutline(pdf));
  const blocks = assembleBlocks(marked, await pdf.getPageLabels());
  const silentPages = pdf.numPages - new Set(lines.map(({ page }) => page)).size;
  return {
    title: (await readTitle(pdf)) ?? findLargestText(marked),
    blocks,
    ...(silentPages > pdf.numPages * MAX_SILENT_SHARE
      ? { warning: EXTRACTION_WARNINGS.pagesWithoutText }
      : {}),
  };
}

async function readLines(pdf: PDFDocumentProxy, maxCharacters: number): Promise<PdfLine[]> {
  const lines: PdfLine[] = [];
  const readBoldFonts = createFontReader();
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    const boldFonts = await readBoldFonts(page, Object.keys(styles));
    const height = page.getViewport({ scale: 1 }).height;
    const pageLines = readPageLines(items.filter(isText), { number, height, boldFonts });
    page.cleanup();
    for (const line of pageLines) {
      characters += line.text.length;
      lines.push(line);
    }
    if (characters > maxCharacters) throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchText);
  }
  return lines;
}

function isText(item: TextItem | TextMarkedContent): item is TextItem {
  return 'str' in item;
}

/** What stands on the first page in its largest type, when there is larger type than the text's. */
function findLargestText(lines: readonly PdfLine[]): string {
  const firstPage = lines.filter((line) => line.page === 1 && /\p{L}{2}/u.test(line.text));
  const sizes = firstPage.map((line) => line.size);
  const largest = Math.max(0, ...sizes);
  if (largest === Math.min(...sizes)) return '';
  const first = firstPage.findIndex((line) => line.size === largest);
  const after = firstPage.slice(first).findIndex((line) => line.size !== largest);
  const end = after === -1 ? firstPage.length : first + after;
  const title = firstPage
    .slice(first, end)
    .map((line) => line.text)
    .join(' ');
  return title.length <= MAX_TITLE_LENGTH ? title : '';
}

async function readTitle(pdf: PDFDocumentProxy): Promise<string | undefined> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return title === '' || MADE_UP_TITLE.test(title) ? undefined : title;
}

/**
 * Tells which fonts are bold. The parser knows it only after it has read how a page is drawn, which
 * takes as long as its text; so it is asked for pages that use a font for the first time.
 */
function createFontReader(): (
  page: PDFPageProxy,
  fonts: readonly string[],
) => Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const bold = new Set<string>();
  let pagesRead = 0;
  return async (page, fonts) => {
    if (pagesRead >= MAX_PAGES_READ || fonts.every((font) => known.has(font))) return bold;
    pagesRead++;
    await page.getOperatorList();
    for (const font of fonts) {
      known.add(font);
      const properties: unknown = page.commonObjs.has(font) ? page.commonObjs.get(font) : undefined;
      if (isBold(properties)) bold.add(font);
    }
    return bold;
  };
}

function isBold(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false;
  if ('bold' in font && font.bold === true) return true;
  return 'name' in font && BOLD_NAME.test(String(font.name));
}

/** Leaves out running headers and footers: what repeats, digits aside, on over 30 % of the pages, page numbers, and the lines of a table of contents. */
function dropRunningLines(lines: readonly PdfLine[], pageCount: number): PdfLine[] {
  const pagesByText = new Map<string, Set<number>>();
  for (const line of lines) {
    if (!standsOnEdge(line)) continue;
    const pages = pagesByText.get(mask(line.text)) ?? new Set();
    pagesByText.set(mask(line.text), pages.add(line.page));
  }
  const minPages = Math.max(MIN_PAGES, pageCount * MIN_SHARE);
  return lines.filter((line) => {
    if (CONTENTS_LINE.test(line.text)) return false;
    if (!standsOnEdge(line)) return true;
    const pages = pagesByText.get(mask(line.text))?.size ?? 0;
    return pages < minPages && !PAGE_NUMBER.test(line.text);
  });
}

function standsOnEdge(line: PdfLine): boolean {
  return line.heightOnPage < EDGE || line.heightOnPage > 1 - EDGE;
}

function mask(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#');
}

/** Puts lines together to headings, paragraphs, lists and tables; words cut at a line's end become whole again. */
export function assembleBlocks(
  lines: readonly PdfLine[],
  pageLabels: readonly string[] | null,
): TextBlock[] {
  const blocks: TextBlock[] = [];
  const tables = new Map(findTables(lines).map((table) => [table.start, table]));
  let previous: PdfLine | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const table = tables.get(index);
    if (table !== undefined) {
      blocks.push({ kind: 'table', text: table.text, ...pageOf(line, pageLabels) });
      index = table.end - 1;
      previous = undefined;
      continue;
    }
    const last = blocks.at(-1);
    if (previous !== undefined && last !== undefined && belongsTo(last, previous, line)) {
      last.text =
        last.kind === 'list' && BULLET.test(line.text)
          ? `${last.text}\n${line.text}`
          : joinLines(last.text, line.text);
    } else {
      blocks.push(startBlock(line, pageOf(line, pageLabels)));
    }
    previous = line;
  }
  return blocks;
}

function pageOf(
  line: PdfLine,
  pageLabels: readonly string[] | null,
): Pick<TextBlock, 'page' | 'pageLabel'> {
  const pageLabel = pageLabels?.[line.page - 1];
  return { page: line.page, ...(pageLabel ? { pageLabel } : {}) };
}

function startBlock(line: PdfLine, page: Pick<TextBlock, 'page' | 'pageLabel'>): TextBlock {
  if (line.headingLevel !== undefined) {
    return { kind: 'heading', level: line.headingLevel, text: line.text, ...page };
  }
  return { kind: BULLET.test(line.text) ? 'list' : 'paragraph', text: line.text, ...page };
}

function belongsTo(block: TextBlock, previous: PdfLine, line: PdfLine): boolean {
  if (line.page !== previous.page || line.headingLevel !== previous.headingLevel) return false;
  const drop = previous.baseline - line.baseline;
  const height = Math.max(previous.size, line.size);
  if (block.kind === 'heading') return drop > 0 && drop < height * 2;
  if (BULLET.test(line.text)) return block.kind === 'list';
  // Going up is a new column, where a sentence may go on.
  const isFar = drop > height * PARAGRAPH_GAP || drop < 0;
  const isFinished = /[.!?:]["'”’)]*$/.test(previous.text);
  if (isFar) return block.kind === 'paragraph' && !isFinished && /^\p{Ll}/u.test(line.text);
  return !(block.kind === 'paragraph' && isFinished && line.left - previous.left > height * INDENT);
}

function joinLines(text: string, next: string): string {
  if (HYPHENATED.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}
