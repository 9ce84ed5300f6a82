import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PdfLine } from './pdf-line.ts';

/** A gap wider than this share of the letter height is a space that the file does not spell out. */
const SPACE_GAP = 0.2;
/** Text whose baseline moves less than this share of the letter height stays on the line (raised notes). */
const SAME_LINE = 0.45;

interface OpenLine {
  parts: string[];
  left: number;
  right: number;
  baseline: number;
  charactersBySize: Map<number, number>;
  tallest: number;
}

/**
 * Lines of one page in the order in which the file draws them. That order follows columns; sorting
 * by position would mix them.
 */
export function readPageLines(
  items: readonly TextItem[],
  page: { number: number; height: number },
): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: OpenLine | undefined;
  const close = () => {
    if (open !== undefined) lines.push(...finishLine(open, page));
    open = undefined;
  };
  for (const item of items) {
    if (item.str !== '') {
      if (open !== undefined && !continuesLine(open, item)) close();
      open = addItem(open, item);
    }
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function letterHeight(item: TextItem): number {
  return Math.hypot(Number(item.transform[2]), Number(item.transform[3])) || item.height || 1;
}

function continuesLine(open: OpenLine, item: TextItem): boolean {
  const [left, baseline] = [Number(item.transform[4]), Number(item.transform[5])];
  const height = Math.max(open.tallest, letterHeight(item));
  return Math.abs(baseline - open.baseline) < height * SAME_LINE && left > open.left - height;
}

function addItem(open: OpenLine | undefined, item: TextItem): OpenLine {
  const [left, baseline] = [Number(item.transform[4]), Number(item.transform[5])];
  const height = letterHeight(item);
  const line: OpenLine = open ?? {
    parts: [],
    left,
    right: left,
    baseline,
    charactersBySize: new Map(),
    tallest: 0,
  };
  if (line.parts.length > 0 && left - line.right > height * SPACE_GAP) line.parts.push(' ');
  line.parts.push(item.str);
  line.right = Math.max(line.right, left + item.width);
  const size = Math.round(height * 2) / 2;
  const letters = item.str.trim().length;
  line.charactersBySize.set(size, (line.charactersBySize.get(size) ?? 0) + letters);
  if (letters > 0) line.tallest = Math.max(line.tallest, height);
  return line;
}

function finishLine(open: OpenLine, page: { number: number; height: number }): PdfLine[] {
  const text = open.parts.join('').replace(/\s+/g, ' ').trim();
  if (text === '') return [];
  const [size] = [...open.charactersBySize].reduce((most, entry) =>
    entry[1] > most[1] ? entry : most,
  );
  return [
    {
      text,
      page: page.number,
      left: open.left,
      right: open.right,
      baseline: open.baseline,
      size,
      heightOnPage: open.baseline / page.height,
    },
  ];
}
