import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { isKnownWord } from '../../words/known-words.ts';
import { hasMarkForm, isNoteMark } from '../note-mark.ts';

/** A line of text as it stands on a page. Lengths are in points, measured from the page's lower left when the text stands upright. */
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
  /** It runs in another direction than most of the page: a stamp, a watermark, a note in the margin. */
  isTurned: boolean;
  /** 0 at the foot of the page, 1 at its head. */
  heightOnPage: number;
  /** Raised marks of notes that were left out of the text. */
  noteMarks: string[];
  /** Depth from 1 when the line is a heading. */
  headingLevel?: number | undefined;
}

/** A stretch of a line without wide gaps. */
export interface PdfCell {
  text: string;
  left: number;
  right: number;
}

/** What of a page its lines depend on. `view` are its corners: left, lower, right, upper. */
export interface PageFacts {
  number: number;
  view: readonly number[];
  boldFonts: ReadonlySet<string>;
}

/** A gap wider than this share of the letter height is a space that the file does not spell out. */
const SPACE_GAP = 0.2;
/** A gap wider than this share of the letter height parts cells; words of justified text stand closer. */
const CELL_GAP = 1;
/** Text whose baseline moves less than this share of the letter height stays on the line (raised notes). */
const SAME_LINE = 0.45;
/** A mark may be raised by this share of the taller letters' height. */
const RAISED_LINE = 0.65;
/** Letters are raised when smaller than this share of the line's and higher by the other one. */
const RAISED_SIZE = 0.85;
const RAISED_BY = 0.15;
/** Text drawn again this close to itself, in letter heights, is one text in bold. */
const OVERPRINT = 0.15;
/** As many pieces of text are remembered to know one that is drawn again. */
const MAX_REMEMBERED = 12;

/** What the end of a line does not part from it: a mark, or the letters of 3rd. */
const MAX_RAISED_LETTERS = 3;
const ORDINAL = /^(?:st|nd|rd|th)\b/;
/** Every letter twice: what was drawn letter by letter, each two times. */
const DOUBLED = /^(?:(\S)\1)+$/u;
const MIN_DOUBLED = 3;
/** Letters with a blank after each. Words stand further apart. */
const SPACED = /^\S(?: \S)+$/u;
const MIN_SPACED = 4;
const ACCENTS: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '˘': '\u0306',
  ˇ: '\u030C',
  '¸': '\u0327',
  '˚': '\u030A',
  '˝': '\u030B',
  '¯': '\u0304',
  '˙': '\u0307',
  '˛': '\u0328',
};
const ACCENT_AFTER = /(\p{L})([¨´ˆ˜˘ˇ¸˚˝¯˙˛])/gu;
const ACCENT_AT_END = /[¨´`ˆ˜˘ˇ¸˚˝¯˙˛]$/u;

/** A text of the page where it stands when the page is turned so that it runs from left to right. */
interface Placed {
  text: string;
  left: number;
  right: number;
  baseline: number;
  height: number;
  /** Degrees against the page's own direction. */
  angle: number;
  isBold: boolean;
}

interface OpenLine {
  cells: (PdfCell & { parts: string[] })[];
  left: number;
  right: number;
  baseline: number;
  angle: number;
  charactersBySize: Map<number, number>;
  characters: number;
  boldCharacters: number;
  tallest: number;
  noteMarks: string[];
}

/**
 * Lines of one page in the order in which the file draws them. That order follows columns; sorting
 * by position would mix them. Lines that run in another direction than most come last.
 */
export function readPageLines(items: readonly TextItem[], page: PageFacts): PdfLine[] {
  const lines: OpenLine[] = [];
  const remembered: Placed[] = [];
  let open: OpenLine | undefined;
  let hasEnded = false;
  for (const item of items) {
    if (item.str !== '') {
      const placed = place(item, page.boldFonts);
      if (isOverprint(remembered, placed)) {
        markBold(open, placed);
        hasEnded ||= item.hasEOL;
        continue;
      }
      remember(remembered, placed);
      if (open !== undefined && !continuesLine(open, placed, hasEnded)) open = undefined;
      if (open === undefined) lines.push((open = startLine(placed)));
      hasEnded = false;
      addText(open, placed);
    }
    hasEnded ||= item.hasEOL;
  }
  const upright = findUpright(lines);
  const finished = lines.flatMap((line) => finishLine(line, page, upright));
  return [
    ...finished.filter(({ isTurned }) => !isTurned),
    ...finished.filter(({ isTurned }) => isTurned),
  ];
}

function place(item: TextItem, boldFonts: ReadonlySet<string>): Placed {
  const [a, b, c, d, x, y] = item.transform.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  const [left, baseline] = turn(x, y, angle);
  const height = Math.hypot(c, d) || item.height || 1;
  const isBold = boldFonts.has(item.fontName);
  return {
    text: item.str,
    left,
    right: left + item.width,
    baseline,
    height,
    angle,
    isBold,
  };
}

/** Coordinates after turning the page so that text of this angle runs from left to right. */
function turn(x: number, y: number, angle: number): [number, number] {
  if (angle === 0) return [x, y];
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** Letters whose accent is drawn behind them. */
function composeAccents(text: string): string {
  return text.replace(ACCENT_AFTER, (both, letter: string, accent: string) => {
    const composed = `${letter}${ACCENTS[accent] ?? ''}`.normalize('NFC');
    return composed.length === 1 ? composed : both;
  });
}

function isOverprint(remembered: readonly Placed[], placed: Placed): boolean {
  if (placed.text.trim() === '') return false;
  const near = placed.height * OVERPRINT;
  return remembered.some(
    (before) =>
      before.text === placed.text &&
      before.angle === placed.angle &&
      Math.abs(before.left - placed.left) < near &&
      Math.abs(before.baseline - placed.baseline) < near,
  );
}

function remember(remembered: Placed[], placed: Placed): void {
  remembered.push(placed);
  if (remembered.length > MAX_REMEMBERED) remembered.shift();
}

function markBold(open: OpenLine | undefined, placed: Placed): void {
  if (open !== undefined && !placed.isBold) open.boldCharacters += placed.text.trim().length;
}

/** After the end of a line, as the file tells it, only a raised text close by still belongs to it. */
function continuesLine(open: OpenLine, placed: Placed, hasEnded: boolean): boolean {
  if (placed.angle !== open.angle) return false;
  const height = Math.max(open.tallest, placed.height);
  const lower = Math.min(open.tallest || height, placed.height);
  const small = placed.height < open.tallest ? placed.text.trim().length : open.characters;
  const isMark = lower < height * RAISED_SIZE && small <= MAX_RAISED_LETTERS;
  const shift = Math.abs(placed.baseline - open.baseline);
  if (shift >= (isMark ? height * RAISED_LINE : lower * SAME_LINE)) return false;
  if (placed.left <= open.left - height) return false;
  if (!hasEnded) return true;
  const gap = placed.left - open.right;
  return isMark && gap > -height && gap < height / 2;
}

function startLine({ left, baseline, angle }: Placed): OpenLine {
  return {
    cells: [],
    left,
    right: left,
    baseline,
    angle,
    charactersBySize: new Map(),
    characters: 0,
    boldCharacters: 0,
    tallest: 0,
    noteMarks: [],
  };
}

function addText(line: OpenLine, { text, left, right, baseline, height, isBold }: Placed): void {
  const letters = text.trim().length;
  const cell = line.cells.at(-1);
  if (letters === 0) {
    // White space stands in no cell's way: it may be the gap between two.
    cell?.parts.push(text);
    return;
  }
  const isRaised =
    height < line.tallest * RAISED_SIZE && baseline > line.baseline + height * RAISED_BY;
  const before = cell?.parts.at(-1) ?? '';
  if (isRaised && isNoteMark(text.trim(), cell?.parts.join('') ?? '')) {
    line.noteMarks.push(text.trim());
    if (/\s$/.test(text)) cell?.parts.push(' ');
    if (cell !== undefined) cell.right = Math.max(cell.right, right);
    line.right = Math.max(line.right, right);
    return;
  }
  // A note begins with its own mark, raised: the line is that of the letters after it.
  const followsMark =
    line.tallest > 0 &&
    line.tallest < height * RAISED_SIZE &&
    hasMarkForm(cell?.parts.join('').trim() ?? '');
  if (cell === undefined || left - cell.right > height * CELL_GAP || right <= cell.left) {
    line.cells.push({ text: '', left, right, parts: [text] });
  } else {
    const accented = left < cell.right - height * SPACE_GAP ? accentFirst(before, text) : undefined;
    if (accented !== undefined) {
      cell.parts[cell.parts.length - 1] = before.slice(0, -1);
      cell.parts.push(accented);
    } else {
      const isOrdinal = isRaised && ORDINAL.test(text);
      if (followsMark || (!isOrdinal && left - cell.right > height * SPACE_GAP))
        cell.parts.push(' ');
      cell.parts.push(text);
    }
    cell.right = Math.max(cell.right, right);
  }
  if (followsMark) line.baseline = baseline;
  line.right = Math.max(line.right, right);
  line.tallest = Math.max(line.tallest, height);
  line.characters += letters;
  if (isBold) line.boldCharacters += letters;
  const size = Math.round(height * 2) / 2;
  line.charactersBySize.set(size, (line.charactersBySize.get(size) ?? 0) + letters);
}

/** The text with the accent on its first letter that was drawn above it, before it. */
function accentFirst(before: string, text: string): string | undefined {
  const accent = ACCENTS[ACCENT_AT_END.exec(before)?.[0] ?? ''];
  const [letter = ''] = text;
  if (accent === undefined || !/\p{L}/u.test(letter)) return undefined;
  return `${letter}${accent}${text.slice(letter.length)}`.normalize('NFC');
}

/** The direction of most letters of the page. */
function findUpright(lines: readonly OpenLine[]): number {
  const characters = new Map<number, number>();
  for (const line of lines) {
    characters.set(line.angle, (characters.get(line.angle) ?? 0) + line.characters);
  }
  let best = { angle: 0, count: 0 };
  for (const [angle, count] of characters) if (count > best.count) best = { angle, count };
  return best.angle;
}

function finishLine(open: OpenLine, page: PageFacts, upright: number): PdfLine[] {
  // Cells of a table may be drawn in any order.
  const cells = open.cells
    .map(({ parts, left, right }) => ({ text: readParts(parts), left, right }))
    .toSorted((a, b) => a.left - b.left);
  if (cells.length === 0) return [];
  const [size] = [...open.charactersBySize].reduce((most, entry) =>
    entry[1] > most[1] ? entry : most,
  );
  const [foot, head] = measureHeight(page.view, open.angle);
  return [
    {
      text: cells.map(({ text }) => text).join(' '),
      cells,
      page: page.number,
      left: open.left,
      right: open.right,
      baseline: open.baseline,
      size,
      isBold: open.boldCharacters >= open.characters,
      isTurned: open.angle !== upright,
      heightOnPage: (open.baseline - foot) / (head - foot || 1),
      noteMarks: open.noteMarks,
    },
  ];
}

/** A cell's text, with letters once that were drawn twice, and letters set wide apart as words. */
function readParts(parts: readonly string[]): string {
  const raw = composeAccents(parts.join('').trim());
  const text = raw.replace(/\s+/g, ' ');
  if (raw.length >= MIN_SPACED * 2 - 1) {
    const words = raw.split(/\s{2,}/);
    const isSpaced = words.every((word) => word.length === 1 || SPACED.test(word));
    if (isSpaced && words.join('').length >= MIN_SPACED && /\p{L} \p{L}/u.test(raw)) {
      const joined = words.map((word) => word.replaceAll(' ', ''));
      if (
        joined.every(
          (word) => !/\p{L}{2}/u.test(word) || isKnownWord(word.replace(/[^\p{L}]/gu, '')),
        )
      ) {
        return joined.join(' ');
      }
    }
  }
  const words = text.split(' ');
  const isDoubled = words.every((word) => DOUBLED.test(word));
  const letters = text.replace(/[^\p{L}]/gu, '').length / 2;
  if (!isDoubled || letters < MIN_DOUBLED) return text;
  return words.map((word) => word.replace(/(\S)\1/gu, '$1')).join(' ');
}

/** Where foot and head of the page are, for text of this angle. */
function measureHeight(view: readonly number[], angle: number): [number, number] {
  const [left = 0, lower = 0, right = 0, upper = 0] = view;
  const heights = [
    [left, lower],
    [right, lower],
    [left, upper],
    [right, upper],
  ].map(([x = 0, y = 0]) => turn(x, y, angle)[1]);
  return [Math.min(...heights), Math.max(...heights)];
}
