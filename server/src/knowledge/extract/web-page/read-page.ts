import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { cleanDocument } from '../clean-document.ts';
import { extractText } from '../extract-text.ts';
import { readHtmlBlocks } from '../read-html-blocks.ts';
import type { TextBlock } from '../../split/split-document.ts';
import { type ExtractedDocument, REMOVAL_STEPS, type Removal } from '../extraction-result.ts';
import { isNoteMark } from '../note-mark.ts';

const MAX_LINKS = 2_000;

const NEVER_SHOWN =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog, select, input, textarea, [hidden], [aria-hidden="true"]';
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|(?:font-size|width|height|max-width|max-height)\s*:\s*0(?:\.0+)?(?:px|r?em|%|pt)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,})/i;
/** Longest title kept, in characters: it is stored with every passage. */
const TITLE_MAX_LENGTH = 200;
/** What Readability keeps of hubs, tables and lists of questions is often less than this share. */
const MIN_KEPT_SHARE = 0.4;
/** Sites that wrap a whole page in a form have more than this share of its text there. */
const WRAPPING_FORM_SHARE = 0.5;
const FRAME_TAGS = new Set(['NAV', 'FOOTER', 'ASIDE']);
const FRAME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary']);
/** What holds the text of a page; the last is Readability's. */
const TEXT_ROOTS = 'main, article, [role="main"], [id^="readability-page"]';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE
  FOOTER FORM HEADER HGROUP LI MAIN NAV P PRE SECTION SUMMARY TBODY TD TFOOT TH THEAD TR UL OL
  TABLE H1 H2 H3 H4 H5 H6`.split(/\s+/),
);
const BLOCK_SELECTOR = [...BLOCKS].join(', ').toLowerCase();
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** A raised link of this form leads to a note. */
const LINKED_MARK = /^\[?(?:[a-z]?\s?\d{1,3}|[a-z*†‡§¶])\]?$/u;

/** What a web page says, and where it leads. */
export interface PageContent extends ExtractedDocument {
  /** Targets of the page's links as they are written, at most 2,000. */
  links: string[];
  /** What relative links are relative to, when the page says so. */
  base: string | null;
  /** The address the page gives as its own. */
  canonical: string | null;
  /** The page asks not to be found, or its links not to be followed. */
  noindex: boolean;
  nofollow: boolean;
}

/** Kinds of page that are read. */
export type PageKind = 'html' | 'txt';

/** Reads a page from its text in UTF-8. It may take long for hostile pages. */
export function readPage(kind: PageKind, bytes: Uint8Array): PageContent {
  if (kind === 'txt') {
    const text = { ...cleanDocument(extractText(bytes)), links: [], base: null, canonical: null };
    return { ...text, noindex: false, nofollow: false };
  }
  const { document } = parseHTML(withBody(new TextDecoder().decode(bytes)));
  const root = document as unknown as DomElement & { body: DomElement };
  const facts = readFacts(root);
  removeHidden(root);
  const removed = removeNoteMarks(root);
  return { ...cleanDocument({ ...findMainText(root), removed }), ...facts };
}

/** The parser does not supply the `html`, `head` and `body` that authors may leave out. */
function withBody(html: string): string {
  const bare = html.replace(/<!doctype[^>]*>|<\/?html[^>]*>/gi, '');
  const bodyStart = /<body[\s>]/i.exec(bare)?.index;
  const headEnd = /<\/head\s*>/i.exec(bare)?.index;
  const head = bare.slice(0, bodyStart ?? headEnd ?? 0).replace(/<\/?head(?:\s[^>]*)?>/gi, '');
  const rest = bare.slice(bodyStart ?? headEnd ?? 0);
  const body = bodyStart === undefined ? `<body>${rest}</body>` : rest;
  return `<!doctype html><html><head>${head}</head>${body}</html>`;
}

function readFacts(root: DomElement) {
  const attribute = (selector: string, name: string) =>
    root.querySelector(selector)?.getAttribute(name) ?? null;
  const links: string[] = [];
  for (const link of root.querySelectorAll('a[href]')) {
    if (links.length === MAX_LINKS) break;
    if (!/\bnofollow\b/i.test(link.getAttribute('rel') ?? '')) {
      links.push(link.getAttribute('href') ?? '');
    }
  }
  const robots = [...root.querySelectorAll('meta[name]')]
    .filter((meta) => /^robots$/i.test(meta.getAttribute('name') ?? ''))
    .map((meta) => meta.getAttribute('content') ?? '')
    .join(',');
  return {
    links,
    base: attribute('base[href]', 'href'),
    canonical: attribute('link[rel="canonical"]', 'href'),
    noindex: /\b(?:noindex|none)\b/i.test(robots),
    nofollow: /\b(?:nofollow|none)\b/i.test(robots),
  };
}

/** Removes what a visitor does not see, so that no answer quotes what was put there for machines. */
function removeHidden(root: DomElement): void {
  for (const element of root.querySelectorAll(NEVER_SHOWN)) element.remove();
  for (const element of root.querySelectorAll('[style]')) {
    if (HIDING_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
}

/** Removes the raised numbers of notes, which would stick to the words before them, and tells them. */
function removeNoteMarks(root: DomElement): Removal[] {
  const removed: Removal[] = [];
  for (const raised of root.querySelectorAll('sup')) {
    const text = (raised.textContent ?? '').trim();
    const isMark = LINKED_MARK.test(text) && raised.querySelector('a[href*="#"]') !== null;
    if (!isMark && !isNoteMark(text, raised.previousSibling?.textContent ?? '')) continue;
    removed.push({ step: REMOVAL_STEPS.noteMark, text });
    raised.remove();
  }
  return removed;
}

/** As much of a DOM as reading a page takes. */
interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
}

interface DomElement extends DomNode {
  readonly tagName: string;
  readonly outerHTML: string;
  readonly previousSibling: DomNode | null;
  readonly childNodes: Iterable<DomNode>;
  getAttribute(name: string): string | null;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  remove(): void;
}

/** The title and text of a page without what frames it on every page of its site. */
function findMainText(document: DomElement & { body: DomElement }): {
  title: string;
  blocks: TextBlock[];
} {
  const root = document.querySelector('main, [role="main"]') ?? document.body;
  const whole = readHtmlBlocks(withoutFrame(root));
  const ownTitle = document.querySelector('title')?.textContent ?? '';
  // Reads last, because it takes the document apart.
  const article = readArticle(document);
  const isEnough = blockLength(article.blocks) >= MIN_KEPT_SHARE * blockLength(whole);
  const blocks = isEnough && article.blocks.length > 0 ? article.blocks : whole;
  const heading = whole.find((block) => block.kind === 'heading')?.text ?? '';
  const title = (article.title || ownTitle || heading).replace(/\s+/g, ' ').trim();
  return { title: title.slice(0, TITLE_MAX_LENGTH), blocks };
}

function readArticle(document: DomElement): { title: string; blocks: TextBlock[] } {
  const article = new Readability(document).parse();
  if (typeof article?.content !== 'string') return { title: '', blocks: [] };
  const { document: content } = parseHTML(`<html><body>${article.content}</body></html>`);
  return {
    title: article.title ?? '',
    blocks: readHtmlBlocks(withoutFrame(content.body as DomElement)),
  };
}

function withoutFrame(root: DomElement): string {
  const rootLength = textLength(root);
  return toSimpleHtml(root, (element) => isFrame(element, rootLength));
}

function isFrame(element: DomElement, rootLength: number): boolean {
  const { tagName } = element;
  if (FRAME_TAGS.has(tagName)) return true;
  if (FRAME_ROLES.has(element.getAttribute('role') ?? '')) return true;
  // A header inside the text leads it in, also where Readability has made its title an h2.
  if (tagName === 'HEADER') {
    return element.querySelector('h1') === null && element.closest(TEXT_ROOTS) === null;
  }
  return tagName === 'FORM' && textLength(element) < WRAPPING_FORM_SHARE * rootLength;
}

function textLength(element: DomElement): number {
  return (element.textContent ?? '').replace(/\s+/g, ' ').length;
}

function blockLength(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * A part of a page as a flat row of headings, paragraphs, lists and tables: text that stands between
 * blocks becomes a paragraph, wrappers of every kind disappear, and so does what `isLeftOut` names.
 */
function toSimpleHtml(
  root: DomElement,
  isLeftOut: (element: DomElement) => boolean = () => false,
): string {
  const parts: string[] = [];
  let run = '';
  const flush = () => {
    if (run.trim() !== '') parts.push(`<p>${escape(run)}</p>`);
    run = '';
  };
  const visit = (node: DomNode): void => {
    if (node.nodeType === TEXT_NODE) run += node.textContent ?? '';
    if (!isElement(node) || node.tagName === 'TITLE' || isLeftOut(node)) return;
    if (node.tagName === 'BR') run += ' ';
    else if (isWhole(node)) {
      flush();
      parts.push(toWholeHtml(node));
    } else {
      const breaks = BLOCKS.has(node.tagName) || node.querySelector(BLOCK_SELECTOR) !== null;
      if (breaks) flush();
      for (const child of node.childNodes) visit(child);
      if (breaks) flush();
    }
  };
  for (const child of root.childNodes) visit(child);
  flush();
  return parts.join('\n');
}

/** A heading, or a list or table that is no mere frame for sections. */
function isWhole(element: DomElement): boolean {
  if (/^H[1-6]$/.test(element.tagName)) return true;
  if (!['UL', 'OL', 'TABLE'].includes(element.tagName)) return false;
  return element.querySelector(HEADINGS) === null && element.querySelector('table') === null;
}

function toWholeHtml(element: DomElement): string {
  const level = /^H[1-6]$/.test(element.tagName) ? element.tagName : undefined;
  return level === undefined
    ? element.outerHTML
    : `<${level}>${escape(element.textContent ?? '')}</${level}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether a node of the tree is an element. */
function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT_NODE;
}
