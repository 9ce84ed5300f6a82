import { isElement, TEXT_NODE, type DomElement, type DomNode } from './dom.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE
  FOOTER FORM HEADER HGROUP LI MAIN NAV P PRE SECTION SUMMARY TBODY TD TFOOT TH THEAD TR UL OL
  TABLE H1 H2 H3 H4 H5 H6`.split(/\s+/),
);
const BLOCK_SELECTOR = [...BLOCKS].join(', ').toLowerCase();
/** Ends of blocks and breaks inside a list or table, where words would run into each other. */
const INNER_ENDS = /<br[^>]*>|<\/(?:p|div|h[1-6]|dd|dt|section)>/gi;

/**
 * A part of a page as a flat row of headings, paragraphs, lists and tables: text that stands between
 * blocks becomes a paragraph, wrappers of every kind disappear, and so does what `isLeftOut` names.
 */
export function toSimpleHtml(
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
  const html = element.outerHTML.replace(INNER_ENDS, '$& ');
  const level = /^H[1-6]$/.test(element.tagName) ? element.tagName : undefined;
  return level === undefined ? html : `<${level}>${escape(element.textContent ?? '')}</${level}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
