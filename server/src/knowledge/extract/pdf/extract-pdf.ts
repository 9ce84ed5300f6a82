import { getDocument, OPS, PasswordResponses } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  PDFDocumentProxy,
  PDFPageProxy,
  TextItem,
  TextMarkedContent,
} from 'pdfjs-dist/types/src/display/api.js';
import {
  type ExtractedDocument,
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
  type ExtractionLimits,
} from '../extraction-result.ts';
import { type AskRecognition, PAGE_IMAGE_LIMITS } from '../recognise/recognition.ts';
import { repairWords } from '../repair-words.ts';
import { assembleBlocks } from './assemble-blocks.ts';
import { dropLines } from './drop-lines.ts';
import { markHeadings, readOutline } from './mark-headings.ts';
import { type PdfLine, readPageLines } from './read-page-lines.ts';
import { type ReadScans, readScans } from './read-scans.ts';

/** Fewer letters a page than this, on average, and the pages are pictures. */
const MIN_LETTERS_PER_PAGE = 5;
/** Pages with fewer letters, such as a stamped number, may be scans all the same. */
const MIN_LETTERS_OF_TEXT = 40;
/** Less sure of a recognised page than this, of 100, and an administrator should know. */
const SURE_CONFIDENCE = 80;
/** More pages without text than this share, and an administrator should know. */
const MAX_SILENT_SHARE = 0.2;
/** Pages that a warning names. */
const MAX_NAMED_PAGES = 8;
const MAX_TITLE_LENGTH = 200;
/** Titles that the writing program made up. */
const MADE_UP_TITLE = /^(?:microsoft (?:word|powerpoint|excel)|untitled|document\d*$)|\.\w{2,4}$/i;

/** A picture in a file's bytes: what is not text stands there under its own name, never packed. */
const PICTURE = /\/Subtype\s*\/Image\b/;
/** What draws anything but text. The parser leaves pictures out. */
const DRAWINGS = new Set([OPS.constructPath, OPS.shadingFill, OPS.rawFillPath]);

/** Pages whose drawing is read for their fonts. A font is known from the first page that uses it. */
const MAX_PAGES_READ = 20;

/** `Medi` and `CMBX` are those of TeX. */
const BOLD_NAME = /bold|black|heavy|demi|medi$|CMBX/i;

/**
 * The text of a PDF; that of scanned pages as `recognise` reads it, where it is given.
 *
 * @throws ExtractionFailure with the reason when there is none to be had.
 */
export async function extractPdf(
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'pages' | 'characters'>,
  recognise?: AskRecognition,
): Promise<ExtractedDocument> {
  // Pictures say nothing to who reads text, and unpacking them is what takes memory.
  const loading = load(bytes, 1);
  try {
    const pdf = await loading.promise.catch(throwReason);
    if (pdf.numPages > limits.pages) throw new ExtractionFailure(EXTRACTION_REASONS.tooManyPages);
    const hasPicture = () => PICTURE.test(Buffer.from(bytes).toString('latin1'));
    const recogniseScans =
      recognise && ((pages: readonly number[]) => recognisePages(bytes, pages, recognise));
    return await readDocument(pdf, {
      maxCharacters: limits.characters,
      hasPicture,
      recogniseScans,
    });
  } finally {
    await loading.destroy();
  }
}

/** Pictures of more pixels than `maxImageSize` are left out. */
function load(bytes: Uint8Array, maxImageSize: number) {
  const packageFolder = new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
  const pathOf = (folder: string) => new URL(folder, packageFolder).href.replace('file://', '');
  return getDocument({
    // The parser takes the memory over, so it gets a copy.
    data: new Uint8Array(bytes),
    cMapUrl: pathOf('cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: pathOf('standard_fonts/'),
    wasmUrl: pathOf('wasm/'),
    useSystemFonts: false,
    disableFontFace: true,
    // Tells the fonts' names, and so which are bold.
    fontExtraProperties: true,
    maxImageSize,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  });
}

/** Opens the file once more, now with its pictures. */
async function recognisePages(
  bytes: Uint8Array,
  pages: readonly number[],
  recognise: AskRecognition,
): Promise<ReadScans> {
  const loading = load(bytes, PAGE_IMAGE_LIMITS.pixels);
  try {
    return await readScans(await loading.promise, pages, recognise);
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
  {
    maxCharacters,
    hasPicture,
    recogniseScans,
  }: {
    maxCharacters: number;
    hasPicture: () => boolean;
    recogniseScans: ((pages: readonly number[]) => Promise<ReadScans>) | undefined;
  },
): Promise<ExtractedDocument> {
  const printed = await readLines(pdf, maxCharacters);
  const silent = recogniseScans === undefined ? [] : listSilentPages(printed, pdf.numPages);
  const scans = silent.length > 0 && hasPicture() ? await recogniseScans?.(silent) : undefined;
  const lines = scans === undefined ? printed : putInPlace(printed, scans);
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const isSilent = letters < pdf.numPages * MIN_LETTERS_PER_PAGE;
  if (isSilent && (hasPicture() || (await hasDrawing(pdf)))) {
    throw new ExtractionFailure(EXTRACTION_REASONS.noText);
  }
  const { lines: kept, removed } = dropLines(lines, pdf.numPages);
  const marked = markHeadings(kept, await readOutline(pdf));
  const { blocks, doubtfulPages } = repairWords(assembleBlocks(marked, await pdf.getPageLabels()));
  const silentPages = pdf.numPages - new Set(lines.map(({ page }) => page)).size;
  const { recognised = [], unread = [] } = scans ?? {};
  const unsure = recognised.filter(({ confidence }) => confidence < SURE_CONFIDENCE);
  const nameAll = (text: string, pages: readonly number[]) =>
    pages.length === 0 ? [] : [`${text} ${listPages(pages)}.`];
  const hasSilent = silentPages > pdf.numPages * MAX_SILENT_SHARE;
  const warnings = [
    ...(hasSilent ? [EXTRACTION_WARNINGS.pagesWithoutText] : []),
    ...(hasSilent && recogniseScans === undefined && hasPicture()
      ? [EXTRACTION_WARNINGS.noRecognition]
      : []),
    ...nameAll(EXTRACTION_WARNINGS.unrecognised, unread),
    ...nameAll(
      EXTRACTION_WARNINGS.unsure,
      unsure.map(({ page }) => page),
    ),
    ...nameAll(EXTRACTION_WARNINGS.misread, doubtfulPages),
  ];
  return {
    title: (await readTitle(pdf)) ?? findLargestText(marked),
    blocks,
    removed,
    ...(recognised.length > 0 && { recognised }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
  };
}

/** Pages with so little text that they may be scans, in order. */
function listSilentPages(lines: readonly PdfLine[], pageCount: number): number[] {
  const letters = new Map<number, number>();
  for (const { page, text } of lines) letters.set(page, (letters.get(page) ?? 0) + text.length);
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (page) => (letters.get(page) ?? 0) < MIN_LETTERS_OF_TEXT,
  );
}

/** The lines with those of recognised pages in the place of what little stood there. */
function putInPlace(lines: readonly PdfLine[], scans: ReadScans): PdfLine[] {
  const recognised = new Set(scans.recognised.map(({ page }) => page));
  return [...lines.filter(({ page }) => !recognised.has(page)), ...scans.lines].toSorted(
    (a, b) => a.page - b.page,
  );
}

async function hasDrawing(pdf: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES_READ); number++) {
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    if (fnArray.some((operator) => DRAWINGS.has(operator))) return true;
  }
  return false;
}

/** `2, 4 and 7`; of many pages the first ones. */
function listPages(pages: readonly number[]): string {
  const named = pages.slice(0, MAX_NAMED_PAGES).map(String);
  if (pages.length > named.length) named.push(`${pages.length - named.length} more`);
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

async function readLines(pdf: PDFDocumentProxy, maxCharacters: number): Promise<PdfLine[]> {
  const lines: PdfLine[] = [];
  const readBoldFonts = createFontReader();
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    const boldFonts = await readBoldFonts(page, Object.keys(styles));
    const pageLines = readPageLines(items.filter(isText), { number, view: page.view, boldFonts });
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
  const firstPage = lines.filter(
    (line) => line.page === 1 && !line.isTurned && /\p{L}{2}/u.test(line.text),
  );
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
