import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** An entry of a PDF's table of contents: its depth from 1 and its physical page from 1. */
export interface OutlineEntry {
  title: string;
  level: number;
  page: number;
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 6;

/** The PDF's own table of contents in reading order; entries that lead nowhere are left out. */
export async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: readonly OutlineNode[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= MAX_ENTRIES) return;
      const page = await findPage(pdf, node.dest);
      if (page !== undefined) entries.push({ title: node.title, level, page });
      if (level < MAX_DEPTH) await visit(node.items, level + 1);
    }
  };
  // A file without an outline answers null, whatever the types say.
  await visit((await pdf.getOutline()) ?? [], 1);
  return entries;
}

async function findPage(
  pdf: PDFDocumentProxy,
  destination: OutlineNode['dest'],
): Promise<number | undefined> {
  try {
    const target =
      typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const reference: unknown = target?.[0];
    if (typeof reference === 'number') return reference + 1;
    if (typeof reference !== 'object' || reference === null) return undefined;
    return (await pdf.getPageIndex(reference as { num: number; gen: number })) + 1;
  } catch {
    // A destination may name an object that is not a page.
    return undefined;
  }
}
