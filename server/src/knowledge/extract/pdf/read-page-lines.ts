import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** A line of text as it stands on a page. Lengths are in points, measured from the page's lower left. */
export interface PdfLine {
  text: string;
  /** The line's parts with wide gaps between them, left to right: cells where the line is a table's. */
  cells: PdfCell[];
  /** Physical page from 1. */
  page: number;
  left: number;
  right: number;
  baseline: number;
  /** Height of the letters that fill most of the line. */
  size: number;
  /** All of its letters are bold. */
  isBold: boolean;
  /** 0 at the foot of the page, 1 at its head. */
  heightOnPage: number;
  /** Depth from 1 when the line is a heading. */
  headingLevel?: number;
}

/** A stretch of a line without wide gaps. */
export interface PdfCell {
  text: string;
  left: number;
  right: number;
}

/** A gap wider than this share of the letter height is a space that the file does not spell out. */
const SPACE_GAP = 0.2;
/** A gap wider than this share of the letter height parts cells; words of justified text stand closer. */
const CELL_GAP = 1;
/** Text whose baseline moves less than this share of the letter height stays on the line (raised notes). */
const SAME_LINE = 0.45;

interface OpenLine {
  cells: (PdfCell & { parts: string[] })[];
  left: number;
  right: number;
  baseline: number;
  charactersBySize: Map<number, number>;
  characters: number;
  boldCharacters: number;
  tallest: number;
}

/**
 * Lines of one page in the order in which the file draws them. That order follows columns; sorting
 * by position would mix them.
 */
export function readPageLines(
  items: readonly TextItem[],
  page: { number: number; height: number; boldFonts: ReadonlySet<string> },
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
      open ??= startLine(item);
      addItem(open, item, page.boldFonts.has(item.fontName));
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

function startLine(item: TextItem): OpenLine {
  const [left, baseline] = [Number(item.transform[4]), Number(item.transform[5])];
  return {
    cells: [],
    left,
    right: left,
    baseline,
    charactersBySize: new Map(),
    characters: 0,
    boldCharacters: 0,
    tallest: 0,
  };
}

function addItem(line: OpenLine, item: TextItem, isBold: boolean): void {
  const left = Number(item.transform[4]);
  const right = left + item.width;
  const height = letterHeight(item);
  const letters = item.str.trim().length;
  const cell = line.cells.at(-1);
  if (letters === 0) {
    // White space stands in no cell's way: it may be the gap between two.
    cell?.parts.push(item.str);
  } else if (cell === undefined || left - cell.right > height * CELL_GAP) {
    line.cells.push({ text: '', left, right, parts: [item.str] });
  } else {
    if (left - cell.right > height * SPACE_GAP) cell.parts.push(' ');
    cell.parts.push(item.str);
    cell.right = Math.max(cell.right, right);
  }
  if (letters === 0) return;
  line.right = Math.max(line.right, right);
  line.tallest = Math.max(line.tallest, height);
  line.characters += letters;
  if (isBold) line.boldCharacters += letters;
  const size = Math.round(height * 2) / 2;
  line.charactersBySize.set(size, (line.charactersBySize.get(size) ?? 0) + letters);
}

function finishLine(open: OpenLine, page: { number: number; height: number }): PdfLine[] {
  const cells = open.cells.map(({ parts, left, right }) => ({
    text: parts.join('').replace(/\s+/g, ' ').trim(),
    left,
    right,
  }));
  if (cells.length === 0) return [];
  const [size] = [...open.charactersBySize].reduce((most, entry) =>
    entry[1] > most[1] ? entry : most,
  );
  return [
    {
      text: cells.map(({ text }) => text).join(' '),
      cells,
      page: page.number,
      left: open.left,
      right: open.right,
      baseline: open.baseline,
      size,
      isBold: open.boldCharacters === open.characters,
      heightOnPage: open.baseline / page.height,
    },
  ];
}
