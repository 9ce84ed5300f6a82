import type { TextBlock } from '../../split/split-document.ts';
import { findTables } from './find-tables.ts';
import type { PdfLine } from './read-page-lines.ts';

const BULLET = /^(?:[•▪◦‣●○■□–*·-]|\(?(?:\d{1,2}|[a-z])[.)])\s+/;
/** Marks of lists that fonts for symbols draw, or a small o that stands for a circle. */
const DRAWN_BULLET = /^(?:[\uF0A7\uF0B7\uF0D8\uF0FC]|o(?=\s))\s*/;
/** Lines further apart than this many letter heights begin a new paragraph. */
const PARAGRAPH_GAP = 1.75;
/** A line indented by more letter heights than this, after a full sentence, begins a new paragraph. */
const INDENT = 1;
const HYPHENATED = /\p{L}[-\u00AD]$/u;
/** Notes at the foot of a page are this much smaller than the text above, in points. */
const NOTE_SMALLER = 0.9;
const FOOT = 0.4;
const UNFINISHED = /[\p{L}\p{N},;–—-]$/u;

/** Chinese and Japanese put no blanks between words, so none belongs where a line ends. */
const UNSPACED_START =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFE10-\uFE19\uFE30-\uFE4F\uFF01-\uFF60]/u;
const UNSPACED_END = new RegExp(`${UNSPACED_START.source.slice(1)}$`, 'u');

interface Assembled extends TextBlock {
  /** Of its first line. */
  line: PdfLine;
}

/** Puts lines together to headings, paragraphs, lists and tables; words cut at a line's end become whole again. */
export function assembleBlocks(
  lines: readonly PdfLine[],
  pageLabels: readonly string[] | null,
): TextBlock[] {
  const blocks: Assembled[] = [];
  const words = readWholeWords(lines);
  const tables = new Map(findTables(lines).map((table) => [table.start, table]));
  let previous: PdfLine | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const table = tables.get(index);
    if (table !== undefined) {
      blocks.push({ kind: 'table', text: table.text, line, ...pageOf(line, pageLabels) });
      index = table.end - 1;
      previous = undefined;
      continue;
    }
    const last = blocks.at(-1);
    if (previous !== undefined && last !== undefined && belongsTo(last, previous, line)) {
      last.text =
        last.kind === 'list' && isItem(line)
          ? `${last.text}\n${readItem(line)}`
          : joinLines(last.text, line.text, words);
    } else {
      blocks.push(startBlock(line, pageOf(line, pageLabels)));
    }
    previous = line;
  }
  return moveNotes(blocks).map((assembled) => {
    const { line: _, ...block } = assembled;
    return block;
  });
}

function pageOf(
  line: PdfLine,
  pageLabels: readonly string[] | null,
): Pick<TextBlock, 'page' | 'pageLabel'> {
  const pageLabel = pageLabels?.[line.page - 1];
  return { page: line.page, ...(pageLabel ? { pageLabel } : {}) };
}

function startBlock(line: PdfLine, page: Pick<TextBlock, 'page' | 'pageLabel'>): Assembled {
  if (line.headingLevel !== undefined) {
    return { kind: 'heading', level: line.headingLevel, text: line.text, line, ...page };
  }
  if (isItem(line)) return { kind: 'list', text: readItem(line), line, ...page };
  return { kind: 'paragraph', text: line.text, line, ...page };
}

function isItem({ text }: PdfLine): boolean {
  return BULLET.test(text) || DRAWN_BULLET.test(text);
}

function readItem({ text }: PdfLine): string {
  return text.replace(DRAWN_BULLET, '• ');
}

function belongsTo(block: TextBlock, previous: PdfLine, line: PdfLine): boolean {
  if (line.page !== previous.page || line.headingLevel !== previous.headingLevel) return false;
  if (line.isTurned !== previous.isTurned) return false;
  const drop = previous.baseline - line.baseline;
  const height = Math.max(previous.size, line.size);
  if (block.kind === 'heading') return drop > 0 && drop < height * 2;
  if (isItem(line)) return block.kind === 'list';
  // A bold line in other type above the text is a heading in all but size.
  if (previous.isBold !== line.isBold && Math.abs(previous.size - line.size) >= 1) return false;
  // Going up is a new column, where a sentence may go on.
  const isFar = drop > height * PARAGRAPH_GAP || drop < 0;
  const isFinished = /[.!?:]["'”’)]*$/.test(previous.text);
  if (isFar) return block.kind === 'paragraph' && !isFinished && /^\p{Ll}/u.test(line.text);
  return !(block.kind === 'paragraph' && isFinished && line.left - previous.left > height * INDENT);
}

/** Words of the text with and without hyphens in them, in small letters: they tell which hyphens are meant. */
function readWholeWords(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of lines) {
    for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)+(?!-$)(?=[^\p{L}]|$)/gu))
      words.add(word.toLowerCase());
  }
  return words;
}

function joinLines(text: string, next: string, words: ReadonlySet<string>): string {
  if (UNSPACED_END.test(text) && UNSPACED_START.test(next)) return text + next;
  if (!HYPHENATED.test(text) || !/^\p{Ll}/u.test(next)) return `${text} ${next}`;
  const first = /[\p{L}-]+$/u.exec(text)?.[0] ?? '';
  const second = /^[\p{L}-]+/u.exec(next)?.[0] ?? '';
  return words.has(`${first}${second}`.toLowerCase()) ? text + next : text.slice(0, -1) + next;
}

/** Notes at the foot of a page, when a sentence goes on behind them, come after what it goes on in. */
function moveNotes(blocks: readonly Assembled[]): Assembled[] {
  const result = [...blocks];
  for (let start = 1; start < result.length; start++) {
    const before = result[start - 1];
    if (before?.kind !== 'paragraph' || !UNFINISHED.test(before.text)) continue;
    let end = start;
    while (isNoteUnder(before, result[end])) end++;
    const next = result[end];
    if (end === start || next?.kind !== 'paragraph' || next.page === before.page) continue;
    if (!/^\p{Ll}/u.test(next.text)) continue;
    result.splice(end, 1);
    result.splice(start, 0, next);
  }
  return result;
}

function isNoteUnder({ line, page }: Assembled, block: Assembled | undefined): boolean {
  return (
    block !== undefined &&
    block.page === page &&
    block.kind !== 'heading' &&
    block.line.heightOnPage < FOOT &&
    block.line.size <= line.size - NOTE_SMALLER
  );
}
