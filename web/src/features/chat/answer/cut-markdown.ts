/** A mark of which only the beginning has arrived, for example `[1`. */
const HALF_MARK = / ?\[(?:\d{1,3}(?:, ?\d{0,3})*)?$/;

/** A table before its first row: until then Markdown takes it for plain text. */
const HALF_TABLE = /(?<=^|\n\n)\|[^\n]*(?:\n[|\s:-]*)?$/;

/** A growing text without an end that would look different a moment later. */
export function settledText(text: string): string {
  return text.replace(HALF_MARK, '').replace(HALF_TABLE, '');
}

const FENCE = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

function closesFence(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

/** The mark that makes neighbouring items one list, or null for a line that is no list item. */
function listMark(line: string | undefined): string | null {
  const match = LIST_ITEM.exec(line ?? '');
  return match ? (match[1] ?? match[2] ?? null) : null;
}

/** After a blank line: an indented line or the next item of the same list still belongs to it. */
function continuesBlock(block: readonly string[], line: string): boolean {
  const mark = listMark(block[0]);
  if (mark === null) return /^(?: {4}|\t)/.test(line) && /^(?: {4}|\t)/.test(block[0] ?? '');
  return /^(?: {2}|\t)/.test(line) || listMark(line) === mark;
}

/**
 * Cuts Markdown into top-level blocks that can be rendered one by one, so that a growing answer
 * renders only its last block anew. Joined with blank lines the blocks give the text back. A text
 * with link definitions is one block, because they act across blocks.
 */
export function splitMarkdownBlocks(text: string): string[] {
  if (DEFINITION.test(text)) return [text];
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  let blanks = 0;

  for (const line of text.split('\n')) {
    if (fence === null && line.trim() === '') {
      blanks += 1;
      continue;
    }
    if (blanks > 0 && block.length > 0) {
      if (continuesBlock(block, line)) {
        block.push(...Array<string>(blanks).fill(''));
      } else {
        blocks.push(block.join('\n'));
        block = [];
      }
    }
    blanks = 0;
    block.push(line);
    if (fence !== null) {
      if (closesFence(line, fence)) fence = null;
    } else {
      fence = FENCE.exec(line)?.[1] ?? null;
    }
  }
  if (block.length > 0) blocks.push(block.join('\n'));
  return blocks;
}

/**
 * The space between two sentences, the first of which may end with citations. The next one begins
 * like no list, heading or table does.
 */
const SENTENCE_GAP = /(?<=[.!?]["'”’)\]*]*(?: ?\[[\d, ]+\])*) (?=(?:["'“‘(]|\*\*?)?\p{Lu})/gu;

/** One line of running text; what begins otherwise may be a list, a heading, a quote or code. */
const RUNNING_TEXT = /^(?:["'“‘(]|\*\*?)?\p{L}[^\n|]*$/u;

/** What opens and closes alike, alone or in a row. */
const PAIRED_MARKS = [/\*+/g, /_+/g, /~+/g, /`+/g];
const BRACKETS = [
  [/\[/g, /\]/g],
  [/\(/g, /\)/g],
  [/</g, />/g],
] as const;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether all that Markdown opens in a text is closed in it. */
function isClosed(text: string): boolean {
  return (
    PAIRED_MARKS.every((mark) => count(text, mark) % 2 === 0) &&
    BRACKETS.every(([open, close]) => count(text, open) === count(text, close))
  );
}

/**
 * Cuts a paragraph into sentences that can be rendered one by one, so that a growing paragraph
 * renders only its last sentence anew. Joined with a space they give the text back. Sentences within
 * one emphasis or link stay together. Null for what is no paragraph on one line.
 */
export function splitSentences(paragraph: string): string[] | null {
  if (!RUNNING_TEXT.test(paragraph)) return null;
  const sentences: string[] = [];
  let start = 0;
  for (const { index } of paragraph.matchAll(SENTENCE_GAP)) {
    const sentence = paragraph.slice(start, index);
    if (!isClosed(sentence)) continue;
    sentences.push(sentence);
    start = index + 1;
  }
  return [...sentences, paragraph.slice(start)];
}
