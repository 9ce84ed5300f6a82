import type { ExtractedBlock } from '../extracted-document.ts';
import { findTables } from './find-tables.ts';
import type { PdfLine } from './pdf-line.ts';

const BULLET = /^(?:[•▪◦‣●○■□–*·-]|[o](?=\s)|\(?(?:\d{1,2}|[a-z])[.)])\s+/;
/** Lines further apart than this many letter heights begin a new paragraph. */
const PARAGRAPH_GAP = 1.75;
/** A line indented by more letter heights than this, after a full sentence, begins a new paragraph. */
const INDENT = 1;
const HYPHENATED = /\p{L}[-\u00AD]$/u;

/** Puts lines together to headings, paragraphs, lists and tables; words cut at a line's end become whole again. */
export function assembleBlocks(
  lines: readonly PdfLine[],
  pageLabels: readonly string[] | null,
): ExtractedBlock[] {
  const blocks: ExtractedBlock[] = [];
  const tables = new Map(findTables(lines).map((table) => [table.start, table]));
  let previous: PdfLine | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const table = tables.get(index);
    if (table !== undefined) {
      blocks.push({ kind: 'table', text: table.text, ...placeOf(line, pageLabels) });
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
      blocks.push(startBlock(line, placeOf(line, pageLabels)));
    }
    previous = line;
  }
  return blocks;
}

function placeOf(
  line: PdfLine,
  pageLabels: readonly string[] | null,
): Pick<ExtractedBlock, 'page' | 'pageLabel'> {
  const pageLabel = pageLabels?.[line.page - 1];
  return { page: line.page, ...(pageLabel ? { pageLabel } : {}) };
}

function startBlock(
  line: PdfLine,
  place: Pick<ExtractedBlock, 'page' | 'pageLabel'>,
): ExtractedBlock {
  if (line.headingLevel !== undefined) {
    return { kind: 'heading', level: line.headingLevel, text: line.text, ...place };
  }
  return { kind: BULLET.test(line.text) ? 'list' : 'paragraph', text: line.text, ...place };
}

function belongsTo(block: ExtractedBlock, previous: PdfLine, line: PdfLine): boolean {
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
