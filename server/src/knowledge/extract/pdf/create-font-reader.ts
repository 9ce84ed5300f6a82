import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Pages whose drawing is read for their fonts. A font is known from the first page that uses it. */
const MAX_PAGES_READ = 20;

const BOLD_NAME = /bold|black|heavy|demi/i;

/**
 * Tells which fonts are bold. The parser knows it only after it has read how a page is drawn, which
 * takes as long as its text; so it is asked for pages that use a font for the first time.
 */
export function createFontReader(): (
  page: PDFPageProxy,
  fonts: readonly string[],
) => Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const bold = new Set<string>();
  let pagesRead = 0;
  return async (page, fonts) => {
    if (pagesRead >= MAX_PAGES_READ || fonts.every((font) => known.has(font))) return bold;
    pagesRead++;
    await page.getOperatorList();
    for (const font of fonts) {
      known.add(font);
      const properties: unknown = page.commonObjs.has(font) ? page.commonObjs.get(font) : undefined;
      if (isBold(properties)) bold.add(font);
    }
    return bold;
  };
}

function isBold(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false;
  if ('bold' in font && font.bold === true) return true;
  return 'name' in font && BOLD_NAME.test(String(font.name));
}
