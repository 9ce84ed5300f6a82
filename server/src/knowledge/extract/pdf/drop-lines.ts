import { type Removal, REMOVAL_STEPS } from '../extraction-result.ts';
import type { PdfLine } from './read-page-lines.ts';

/** Only lines this close to the head or foot of the page can be running ones. */
const EDGE = 0.15;
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;
const PAGE_NUMBER = /^(?:page\s*)?[-–—|\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—|\s]*(?:of\s+\d{1,4})?$/i;
/** A line of the table of contents: dots that lead to a page number. */
const CONTENTS_LINE = /(?:[.…·_]\s?){5,}\s*[\divxlc]*$/i;
const COUNTER = /^\d{1,2}$/;
/** Fewer numbers in a row are a list's. */
const MIN_COUNTED = 8;
/** Counted lines hold text: more words than this on average after their number. */
const MIN_COUNTED_WORDS = 3;

/** Leaves out what frames the pages, and tells what it was. */
export function dropLines(
  lines: readonly PdfLine[],
  pageCount: number,
): { lines: PdfLine[]; removed: Removal[] } {
  const removed: Removal[] = [];
  const counted = dropLineNumbers(lines, removed);
  const isRunning = findRunningLines(counted, pageCount);
  const kept: PdfLine[] = [];
  for (const line of counted) {
    const step = chooseStep(line, isRunning);
    if (step === undefined) kept.push(line);
    else removed.push({ step, text: line.text, page: line.page });
    for (const text of line.noteMarks)
      removed.push({ step: REMOVAL_STEPS.noteMark, text, page: line.page });
  }
  return { lines: kept, removed };
}

function chooseStep(
  line: PdfLine,
  isRunning: (line: PdfLine) => boolean,
): Removal['step'] | undefined {
  if (CONTENTS_LINE.test(line.text)) return REMOVAL_STEPS.contentsLine;
  if (!standsOnEdge(line)) return undefined;
  if (PAGE_NUMBER.test(line.text)) return REMOVAL_STEPS.pageNumber;
  return isRunning(line) ? REMOVAL_STEPS.runningLine : undefined;
}

/** What repeats, digits aside, on over 30 % of the pages; where it stands first it stays. */
function findRunningLines(
  lines: readonly PdfLine[],
  pageCount: number,
): (line: PdfLine) => boolean {
  const byText = Map.groupBy(lines.filter(standsOnEdge), ({ text }) => mask(text));
  const minPages = Math.max(MIN_PAGES, pageCount * MIN_SHARE);
  const running = new Set<PdfLine>();
  for (const same of byText.values()) {
    if (new Set(same.map(({ page }) => page)).size < minPages) continue;
    for (const line of same.slice(1)) running.add(line);
  }
  return (line) => running.has(line);
}

/** Stamps repeat wherever they stand. */
function standsOnEdge(line: PdfLine): boolean {
  return line.isTurned || line.heightOnPage < EDGE || line.heightOnPage > 1 - EDGE;
}

function mask(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#');
}

/** Takes the numbers from pages whose lines are counted, as those of transcripts are. */
function dropLineNumbers(lines: readonly PdfLine[], removed: Removal[]): PdfLine[] {
  return [...Map.groupBy(lines, ({ page }) => page).values()].flatMap((own) => {
    const counters = findCounters(own);
    if (counters.size === 0) return own;
    return own.flatMap((line) => {
      const [number, ...cells] = line.cells;
      if (number === undefined || !counters.has(line)) return [line];
      removed.push({ step: REMOVAL_STEPS.lineNumber, text: number.text, page: line.page });
      const [first] = cells;
      if (first === undefined) return [];
      return [{ ...line, cells, left: first.left, text: cells.map(({ text }) => text).join(' ') }];
    });
  });
}

/** Lines that begin with a number one higher than the last, all at the same place. */
function findCounters(lines: readonly PdfLine[]): Set<PdfLine> {
  const numbered = lines.filter(
    ({ cells, isTurned }) => !isTurned && COUNTER.test(cells[0]?.text ?? ''),
  );
  let best: PdfLine[] = [];
  let run: PdfLine[] = [];
  for (const line of numbered) {
    const last = run.at(-1);
    const number = Number(line.cells[0]?.text);
    const goesOn =
      last !== undefined &&
      number === Number(last.cells[0]?.text) + 1 &&
      Math.abs((line.cells[0]?.right ?? 0) - (last.cells[0]?.right ?? 0)) < line.size;
    run = goesOn ? [...run, line] : [line];
    if (run.length > best.length) best = run;
  }
  if (best.length < MIN_COUNTED || Number(best[0]?.cells[0]?.text) > 2) return new Set();
  const texts = best.filter(({ cells }) => cells.length > 1);
  const isText = texts.every(({ cells }) => cells.length <= 3);
  const words = texts.reduce((sum, { text }) => sum + text.split(' ').length - 1, 0);
  const areAlone = texts.length === 0 && lines.length >= best.length * 2;
  return areAlone || (isText && words > texts.length * MIN_COUNTED_WORDS && texts.length > 0)
    ? new Set(best)
    : new Set();
}
