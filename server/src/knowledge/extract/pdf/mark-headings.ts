import type { OutlineEntry } from './read-outline.ts';
import type { PdfLine } from './pdf-line.ts';

const MIN_ENLARGEMENT = 1.12;
const MAX_HEADING_LENGTH = 160;
const MAX_HEADING_LINES = 4;
const MAX_LEVEL = 6;
/** An outline that names fewer headings than this is a list of files or chapters, not of headings. */
const MIN_OUTLINE_HEADINGS = 3;

/** Marks headings: those the outline names when it is of use, else lines in larger type than the text. */
export function markHeadings(
  lines: readonly PdfLine[],
  outline: readonly OutlineEntry[],
): PdfLine[] {
  const marked = markByOutline(lines, outline);
  const found = marked.filter((line) => line.headingLevel !== undefined).length;
  return found >= MIN_OUTLINE_HEADINGS && found * 2 >= outline.length ? marked : markBySize(lines);
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
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

function markBySize(lines: readonly PdfLine[]): PdfLine[] {
  const bodySize = commonestSize(lines);
  const isLarge = (line: PdfLine) =>
    line.size >= bodySize * MIN_ENLARGEMENT &&
    line.text.length <= MAX_HEADING_LENGTH &&
    /\p{L}{2}/u.test(line.text);
  const sizes = [...new Set(lines.filter(isLarge).map((line) => line.size))].toSorted(
    (a, b) => b - a,
  );
  return lines.map((line) =>
    isLarge(line)
      ? { ...line, headingLevel: Math.min(sizes.indexOf(line.size) + 1, MAX_LEVEL) }
      : line,
  );
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
