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
  'THEAD',
  'TBODY',
  'TFOOT',
  'TR',
  'TD',
  'TH',
]);
/** Elements whose text runs on from what stands before and after them. */
const INLINE = new Set(
  'A ABBR B BDI BDO BIG CITE CODE DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
const LISTS = new Set(['UL', 'OL']);
const TEXT_NODE = 3;
/** Links that lead from a note back to its mark. */
const BACK_LINK = 'a[href^="#footnote-ref"], a[href^="#endnote-ref"]';

/** As much of a DOM as reading text takes. */
interface HtmlNode {
  readonly nodeType: number;
  readonly textContent: string | null;
}

interface HtmlElement extends HtmlNode {
  readonly tagName: string;
  readonly childNodes: Iterable<HtmlNode>;
  readonly children: Iterable<HtmlElement>;
  querySelector(selector: string): HtmlElement | null;
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
    const block = isContainer(child) ? undefined : toBlock(child);
    if (block === undefined) visit(child, blocks);
    else if (block.text !== '') blocks.push(block);
  }
}

/** A table around another one lays out a page. */
function isContainer(element: HtmlElement): boolean {
  if (element.tagName === 'TABLE') return element.querySelector('table') !== null;
  return CONTAINERS.has(element.tagName);
}

function toBlock(element: HtmlElement): TextBlock {
  const level = HEADING.exec(element.tagName)?.[1];
  if (level !== undefined) {
    return { kind: 'heading', level: Number(level), text: readText(element) };
  }
  if (LISTS.has(element.tagName)) {
    return { kind: 'list', text: readItems(element, '').join('\n') };
  }
  if (element.tagName === 'TABLE') return { kind: 'table', text: readTable(element) };
  return { kind: 'paragraph', text: readText(element) };
}

function readText(element: HtmlElement): string {
  return gatherText(element).replace(/\s+/g, ' ').trim();
}

/** Text with blanks where a block or line ends, so that words do not run into each other. */
function gatherText(element: HtmlElement): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === TEXT_NODE) text += node.textContent ?? '';
    else if (isElement(node)) {
      text += INLINE.has(node.tagName) ? gatherText(node) : ` ${gatherText(node)} `;
    }
  }
  return text;
}

function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

/** The items of a list, those of lists inside it after the item that they stand in. */
function readItems(list: HtmlElement, indent: string): string[] {
  let number = 0;
  return [...list.children].flatMap((item) => {
    if (LISTS.has(item.tagName)) return readItems(item, `${indent}  `);
    number++;
    const nested = takeLists(item);
    const mark = list.tagName === 'OL' ? `${number}.` : '-';
    const text = readText(item);
    const own = text === '' ? [] : [`${indent}${mark} ${text}`];
    return [...own, ...nested.flatMap((inner) => readItems(inner, `${indent}  `))];
  });
}

/** Takes the lists out of an item, the outermost of each in order. */
function takeLists(item: HtmlElement): HtmlElement[] {
  const lists: HtmlElement[] = [];
  for (
    let list = item.querySelector('ul, ol');
    list !== null;
    list = item.querySelector('ul, ol')
  ) {
    list.remove();
    lists.push(list);
  }
  return lists;
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
