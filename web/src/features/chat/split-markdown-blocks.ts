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
