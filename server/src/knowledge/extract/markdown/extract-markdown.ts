import { decodeText } from '../text/decode-text.ts';
import type { ExtractedBlock, ExtractedDocument } from '../extracted-document.ts';
import { formatTableRows } from '../format-table-rows.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { stripInlineMarkup } from './strip-inline-markup.ts';

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/;

type LineKind = 'blank' | 'heading' | 'list' | 'table' | 'paragraph';

/** A markdown document with an optional YAML head: headings, paragraphs, lists and tables as plain text. */
export function extractMarkdown(bytes: Uint8Array): ExtractedDocument {
  const { frontMatter, body } = readFrontMatter(decodeText(bytes).replace(/\r\n?/g, '\n'));
  const blocks = groupLines(body.split('\n')).map(toBlock);
  const firstHeading = blocks.find((block) => block.kind === 'heading');
  return { title: frontMatter.title ?? firstHeading?.text ?? '', blocks };
}

interface LineGroup {
  kind: Exclude<LineKind, 'blank'>;
  lines: string[];
}

/** Neighbouring lines of one kind belong together; every heading stands alone. */
function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: LineGroup[] = [];
  let open: LineGroup | undefined;
  for (const line of lines) {
    const kind = kindOf(line, open?.kind);
    if (kind === 'blank') {
      open = undefined;
    } else if (open?.kind === kind && kind !== 'heading') {
      open.lines.push(line);
    } else {
      open = { kind, lines: [line] };
      groups.push(open);
    }
  }
  return groups;
}

function kindOf(line: string, open: LineKind | undefined): LineKind {
  if (line.trim() === '') return 'blank';
  if (HEADING.test(line)) return 'heading';
  if (TABLE_ROW.test(line)) return 'table';
  // A line without a bullet continues the item before it.
  return LIST_ITEM.test(line) || open === 'list' ? 'list' : 'paragraph';
}

function toBlock({ kind, lines }: LineGroup): ExtractedBlock {
  if (kind === 'heading') {
    const [, marks = '#', text = ''] = HEADING.exec(lines[0] ?? '') ?? [];
    return { kind, level: marks.length, text: stripInlineMarkup(text) };
  }
  if (kind === 'table') {
    const rows = lines.filter((line) => !TABLE_RULE.test(line)).map(splitRow);
    return {
      kind,
      text: formatTableRows(
        rows,
        lines.some((line) => TABLE_RULE.test(line)),
      ),
    };
  }
  const joined: string[] = [];
  for (const line of lines) {
    if (kind === 'list' && (LIST_ITEM.test(line) || joined.length === 0)) joined.push(line.trim());
    else joined.push([joined.pop(), line.trim()].filter(Boolean).join(' '));
  }
  return { kind, text: joined.map(stripInlineMarkup).join('\n') };
}

function splitRow(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => stripInlineMarkup(cell.replaceAll('\\|', '|').trim()));
}
