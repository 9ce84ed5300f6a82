import { parse } from 'yaml';
import type { TextBlock } from '../split/split-document.ts';
import { decodeText } from './extract-text.ts';
import type { ExtractedDocument } from './extraction-result.ts';
import { formatTableRows } from './format-table-rows.ts';

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/;
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

type LineKind = 'blank' | 'heading' | 'list' | 'table' | 'paragraph';

interface LineGroup {
  kind: Exclude<LineKind, 'blank'>;
  lines: string[];
}

/** A markdown document with an optional YAML head: headings, paragraphs, lists and tables as plain text. */
export function extractMarkdown(bytes: Uint8Array): ExtractedDocument {
  const { frontMatter, body } = readFrontMatter(decodeText(bytes).replace(/\r\n?/g, '\n'));
  const blocks = groupLines(body.split('\n')).map(toBlock);
  const firstHeading = blocks.find((block) => block.kind === 'heading');
  return { title: frontMatter.title ?? firstHeading?.text ?? '', blocks };
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

function toBlock({ kind, lines }: LineGroup): TextBlock {
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

/** Text of a markdown line without emphasis, code marks and link targets. */
function stripInlineMarkup(text: string): string {
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<(https?:\/\/[^>\s]+)>/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .trim();
}

/** What the head of a markdown document says about it. Dates are `YYYY-MM-DD`. */
export interface FrontMatter {
  title: string | null;
  authority: string | null;
  sourceUrl: string | null;
  asOf: string | null;
  reviewBy: string | null;
  tags: string[];
}

/** Splits a markdown text into its YAML head and its body. Fields of the wrong form count as absent. */
export function readFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const match = FRONT_MATTER.exec(text);
  const fields: unknown = match?.[1] === undefined ? {} : parse(match[1]);
  const field = (name: string): unknown =>
    typeof fields === 'object' && fields !== null
      ? (fields as Record<string, unknown>)[name]
      : null;
  const tags = field('tags');
  return {
    frontMatter: {
      title: readString(field('title')),
      authority: readString(field('authority')),
      sourceUrl: readString(field('source_url')),
      asOf: readDate(field('as_of')),
      reviewBy: readDate(field('review_by')),
      tags: Array.isArray(tags) ? tags.map(String) : [],
    },
    body: match === null ? text : text.slice(match[0].length),
  };
}

function readString(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function readDate(value: unknown): string | null {
  const text = readString(value);
  return text !== null && ISO_DATE.test(text) ? text : null;
}
