import type { PDFDocumentProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type {
  AskRecognition,
  PageImage,
  RecognisedPage,
  RecognisedWord,
} from '../recognise/recognition.ts';
import { drawPictures } from './draw-pictures.ts';
import { type PdfLine, readPageLines } from './read-page-lines.ts';

/** Less sure than this, on average of its letters, what was recognised of a page is noise. */
const MIN_CONFIDENCE = 50;
/** Capital letters have this share of a font's size. */
const CAPITAL_HEIGHT = 0.7;
/** Lines whose letters differ by less than this share from the page's are of the same size. */
const SAME_SIZE = 0.2;
const POINTS_PER_INCH = 72;

/** What recognition made of the pages that are pictures. */
export interface ReadScans {
  lines: PdfLine[];
  recognised: RecognisedPage[];
  /** Pictures of pages whose text nobody could read. */
  unread: number[];
}

/** Recognises the text of the given pages, those that are no scans left out. `recognise` gives undefined for one that it cannot read. */
export async function readScans(
  pdf: PDFDocumentProxy,
  pages: readonly number[],
  recognise: AskRecognition,
): Promise<ReadScans> {
  const scans: ReadScans = { lines: [], recognised: [], unread: [] };
  for (const number of pages) {
    const page = await pdf.getPage(number);
    // Parsers throw anything at broken pictures; the other pages are read all the same.
    const image = await drawPictures(page).catch(() => 'broken' as const);
    page.cleanup();
    if (image === undefined) continue;
    const words = image === 'broken' ? undefined : await recognise(image);
    if (words?.length === 0) continue;
    const confidence = words === undefined ? 0 : meanConfidence(words);
    if (image === 'broken' || words === undefined || confidence < MIN_CONFIDENCE) {
      scans.unread.push(number);
      continue;
    }
    scans.recognised.push({ page: number, confidence });
    for (const line of toLines(words, image, number)) scans.lines.push(line);
  }
  return scans;
}

/** Long words count for more. A whole number from 0 to 100. */
function meanConfidence(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return Math.round(sure / Math.max(1, letters));
}

/** Lines as the text layer of such a page would have them. */
function toLines(
  words: readonly RecognisedWord[],
  { width, height, pixelsPerInch }: PageImage,
  number: number,
): PdfLine[] {
  const points = POINTS_PER_INCH / pixelsPerInch;
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].map((own) => {
    // Tails hang below some words, and some have no tall letter.
    const baseline = quartile(own.map(({ bottom }) => bottom));
    const top = quartile(own.map((word) => word.top));
    return { own, baseline, size: Math.max(1, (baseline - top) / CAPITAL_HEIGHT) };
  });
  const usual = quartile(
    lines.map(({ size }) => size),
    0.5,
  );
  const items = lines.flatMap(({ own, baseline, size: measured }) => {
    const isUsual = Math.abs(measured - usual) <= usual * SAME_SIZE;
    const size = (isUsual ? usual : measured) * points;
    return own.map(({ text, left, right }, index): TextItem => ({
      str: `${text} `,
      dir: 'ltr',
      transform: [size, 0, 0, size, left * points, (height - baseline) * points],
      width: (right - left) * points,
      height: size,
      fontName: '',
      hasEOL: index === own.length - 1,
    }));
  });
  const view = [0, 0, width * points, height * points];
  return readPageLines(items, { number, view, boldFonts: new Set() });
}

function quartile(values: readonly number[], share = 0.25): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
