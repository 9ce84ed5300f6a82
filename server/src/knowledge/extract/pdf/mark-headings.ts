import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';
import type { PdfLine } from './read-page-lines.ts';

const MIN_ENLARGEMENT = 1.12;
const MAX_HEADING_LENGTH = 160;
const MAX_HEADING_LINES = 4;
const MAX_LEVEL = 6;
/** An outline that names fewer headings than this is a list of files or chapters, not of headings. */
const MIN_OUTLINE_HEADINGS = 3;

/** A bold line longer than this is emphasised text. */
const MAX_BOLD_LENGTH = 100;
/** More bold lines than this in a row are a bold paragraph. */
const MAX_BOLD_LINES = 3;
/** A heading of fewer words may end in a full stop. */
const MIN_SENTENCE_WORDS = 6;
/** A number before a heading, which tables of contents write in another way or not at all. */
const LABEL = /^\s*(?:chapter\s+|section\s+)?(?:(?:\d+|[ivxlc]+|[a-z])[.:)-]*)+\s+(?=\S)/;
const LABEL_ALONE = /^(?:\d+|[IVXLC]+|[A-Z])(?:[.-]\d+)*[.:)]?$/;
const LETTERS = /\p{L}{2}/u;
/** How a sentence or a list ends or begins, and no heading. */
const NO_HEADING = /[.;,]$|^[•▪◦‣●○■□–*·-]\s/;

/** An entry of a PDF's table of contents: its depth from 1 and its physical page from 1. */
interface OutlineEntry {
  title: string;
  level: number;
  page: number;
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 6;

/** Marks headings: those the outline names when it is of use, else lines in larger or bolder type than the text. */
export function markHeadings(
  lines: readonly PdfLine[],
  outline: readonly OutlineEntry[],
): PdfLine[] {
  const marked = markByOutline(lines, outline);
  const found = marked.filter((line) => line.headingLevel !== undefined).length;
  if (found >= MIN_OUTLINE_HEADINGS && found * 2 >= outline.length) return marked;
  // What a poor outline names is a heading all the same.
  return markByType(lines).map((line, index) => {
    const level = marked[index]?.headingLevel;
    return level === undefined || line.headingLevel !== undefined
      ? line
      : { ...line, headingLevel: level };
  });
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LABEL, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function markByOutline(lines: readonly PdfLine[], outline: readonly OutlineEntry[]): PdfLine[] {
  const result = [...lines];
  const firstOfPage = new Map<number, number>();
  lines.forEach((line, index) => {
    if (!firstOfPage.has(line.page)) firstOfPage.set(line.page, index);
  });
  for (const entry of outline) {
    const wanted = normalize(entry.title);
    const first = firstOfPage.get(entry.page);
    if (wanted === '' || first === undefined) continue;
    markFirstMatch(result, first, { wanted, level: Math.min(entry.level, MAX_LEVEL) });
  }
  return result;
}

/** A heading may run over several lines; they are marked together. */
function markFirstMatch(
  lines: PdfLine[],
  first: number,
  { wanted, level }: { wanted: string; level: number },
): void {
  const page = lines[first]?.page;
  for (let start = first; lines[start]?.page === page; start++) {
    let joined = '';
    for (let end = start; end < start + MAX_HEADING_LINES; end++) {
      const line = lines[end];
      if (line === undefined || line.page !== page || line.headingLevel !== undefined) break;
      joined += normalize(line.text);
      if (!wanted.startsWith(joined)) break;
      if (joined !== wanted) continue;
      for (let index = start; index <= end; index++) {
        const part = lines[index];
        if (part !== undefined) lines[index] = { ...part, headingLevel: level };
      }
      return;
    }
  }
}

function markByType(lines: readonly PdfLine[]): PdfLine[] {
  const bodySize = commonestSize(lines);
  const isLarge = (line: PdfLine) =>
    !line.isTurned &&
    line.size >= bodySize * MIN_ENLARGEMENT &&
    line.text.length <= MAX_HEADING_LENGTH &&
    LETTERS.test(line.text);
  const sizes = [...new Set(lines.filter(isLarge).map((line) => line.size))].toSorted(
    (a, b) => b - a,
  );
  const bold = findBoldHeadings(lines, bodySize);
  const marked = lines.map((line, index) => {
    if (isLarge(line)) {
      return { ...line, headingLevel: Math.min(sizes.indexOf(line.size) + 1, MAX_LEVEL) };
    }
    return bold.has(index)
      ? { ...line, headingLevel: Math.min(sizes.length + 1, MAX_LEVEL) }
      : line;
  });
  return unmarkSentences(marked);
}

/** Takes the mark from lines in large type that are text: long, a sentence, its rest, or rows of a table. */
function unmarkSentences(lines: readonly PdfLine[]): PdfLine[] {
  const result: PdfLine[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    while (isOneHeading(lines[end - 1], lines[end])) end++;
    const run = lines.slice(start, end);
    for (const line of run)
      result.push(isSentence(run) ? { ...line, headingLevel: undefined } : line);
    start = end;
  }
  return result;
}

function isOneHeading(line: PdfLine | undefined, next: PdfLine | undefined): boolean {
  if (line?.headingLevel === undefined || line.headingLevel !== next?.headingLevel) return false;
  const drop = line.baseline - next.baseline;
  return line.page === next.page && drop > 0 && drop < Math.max(line.size, next.size) * 2;
}

function isSentence(run: readonly PdfLine[]): boolean {
  const text = run.map((line) => line.text).join(' ');
  return (
    run.length > MAX_HEADING_LINES ||
    text.length > MAX_HEADING_LENGTH ||
    /^\p{Ll}/u.test(text) ||
    (/[.;,]$/.test(text) && text.split(' ').length >= MIN_SENTENCE_WORDS) ||
    run.some(({ cells }) => cells.length > 2)
  );
}

/** Places of lines that are bold, alone, and of the text's size, where the text itself is not bold. */
function findBoldHeadings(lines: readonly PdfLine[], bodySize: number): Set<number> {
  const count = (chosen: readonly PdfLine[]) =>
    chosen.reduce((sum, { text }) => sum + text.length, 0);
  if (count(lines.filter(({ isBold }) => isBold)) * 2 > count(lines)) return new Set();
  const found = new Set<number>();
  for (let start = 0; start < lines.length; start++) {
    let end = start;
    while (lines[end]?.isBold && lines[end]?.page === lines[start]?.page) end++;
    const run = lines.slice(start, end);
    const isHeading =
      run.length > 0 &&
      run.length <= MAX_BOLD_LINES &&
      run.every((line) => !line.isTurned && isOneText(line) && line.size >= bodySize - 1) &&
      count(run) <= MAX_BOLD_LENGTH &&
      LETTERS.test(run[0]?.text ?? '') &&
      !run.some(({ text }) => NO_HEADING.test(text)) &&
      lines[end]?.page === lines[start]?.page;
    if (isHeading) for (let at = start; at < end; at++) found.add(at);
    start = Math.max(start, end - 1);
  }
  return found;
}

/** A line without columns, but for a number before it. */
function isOneText({ cells: [first, ...more] }: PdfLine): boolean {
  return more.length === 0 || (more.length === 1 && LABEL_ALONE.test(first?.text ?? ''));
}

function commonestSize(lines: readonly PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  let best = { size: 0, characters: 0 };
  for (const [size, count] of characters) {
    if (count > best.characters) best = { size, characters: count };
  }
  return best.size;
}

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
  // A file without an outline gives null, whatever the types say.
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
