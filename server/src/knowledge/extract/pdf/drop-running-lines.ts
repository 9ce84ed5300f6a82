import type { PdfLine } from './pdf-line.ts';

/** Only lines this close to the head or foot of the page can be running ones. */
const EDGE = 0.15;
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;
const PAGE_NUMBER = /^(?:page\s*)?[-–—|\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—|\s]*(?:of\s+\d{1,4})?$/i;
/** A line of the table of contents: dots that lead to a page number. */
const CONTENTS_LINE = /(?:[.…·_]\s?){5,}\s*[\divxlc]*$/i;

/** Leaves out running headers and footers: what repeats, digits aside, on over 30 % of the pages, page numbers, and the lines of a table of contents. */
export function dropRunningLines(lines: readonly PdfLine[], pageCount: number): PdfLine[] {
  const pagesByText = new Map<string, Set<number>>();
  for (const line of lines) {
    if (!standsOnEdge(line)) continue;
    const pages = pagesByText.get(mask(line.text)) ?? new Set();
    pagesByText.set(mask(line.text), pages.add(line.page));
  }
  const minPages = Math.max(MIN_PAGES, pageCount * MIN_SHARE);
  return lines.filter((line) => {
    if (CONTENTS_LINE.test(line.text)) return false;
    if (!standsOnEdge(line)) return true;
    const pages = pagesByText.get(mask(line.text))?.size ?? 0;
    return pages < minPages && !PAGE_NUMBER.test(line.text);
  });
}

function standsOnEdge(line: PdfLine): boolean {
  return line.heightOnPage < EDGE || line.heightOnPage > 1 - EDGE;
}

function mask(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#');
}
