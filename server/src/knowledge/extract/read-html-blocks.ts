import { parseHTML } from 'linkedom';
import type { TextBlock } from '../split/split-document.ts';
import { formatTableRows } from './format-table-rows.ts';

const HEADING = /^H([1-6])$/;
/** Elements whose children stand on lines of their own. */
const CONTAINERS = new Set([
  'BODY',
  'DIV',
  'SECTION',
  'ARTICLE',
  'MAIN',
  'BLOCKQUOTE',
  'DL',
  'FIGURE',
]);
/** Links that lead from a note back to its mark. */
const BACK_LINK = 'a[href^="#footnote-ref"], a[href^="#endnote-ref"]';

/** As much of a DOM element as reading text takes. */
interface HtmlElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly children: Iterable<HtmlElement>;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  remove(): void;
}

/** Headings, paragraphs, lists and tables of an HTML text, as plain text in reading order. */
export function readHtmlBlocks(html: string): TextBlock[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  for (const link of document.querySelectorAll(BACK_LINK)) link.remove();
  const blocks: TextBlock[] = [];
  visit(document.body, blocks);
  return blocks;
}

function visit(element: HtmlElement, blocks: TextBlock[]): void {
  for (const child of element.children) {
    const block = CONTAINERS.has(child.tagName) ? undefined : toBlock(child);
    if (block === undefined) visit(child, blocks);
    else if (block.text !== '') blocks.push(block);
  }
}

function toBlock(element: HtmlElement): TextBlock {
  const level = HEADING.exec(element.tagName)?.[1];
  if (level !== undefined) {
    return { kind: 'heading', level: Number(level), text: readText(element) };
  }
  if (element.tagName === 'UL' || element.tagName === 'OL') {
    return { kind: 'list', text: readItems(element, '').join('\n') };
  }
  if (element.tagName === 'TABLE') return { kind: 'table', text: readTable(element) };
  return { kind: 'paragraph', text: readText(element) };
}

function readText(element: HtmlElement): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function readItems(list: HtmlElement, indent: string): string[] {
  return [...list.children].flatMap((item, index) => {
    const nested = [...item.children].filter(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    for (const child of nested) child.remove();
    const mark = list.tagName === 'OL' ? `${index + 1}.` : '-';
    const text = readText(item);
    const own = text === '' ? [] : [`${indent}${mark} ${text}`];
    return [...own, ...nested.flatMap((child) => readItems(child, `${indent}  `))];
  });
}

function readTable(table: HtmlElement): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => readText(cell)),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const isGrid = columns > 1 && rows.every((row) => row.length === columns);
  const hasHeader = isGrid && (rows[0]?.every((cell) => cell !== '' && cell.length <= 60) ?? false);
  return formatTableRows(rows, hasHeader);
}
