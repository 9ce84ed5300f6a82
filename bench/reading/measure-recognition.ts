import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { promisify } from 'node:util';
import { createExtractor } from '../../server/src/knowledge/extract/create-extractor.ts';
import { extractMarkdown } from '../../server/src/knowledge/extract/extract-markdown.ts';
import { createTesseract } from '../../server/src/knowledge/extract/recognise/create-tesseract.ts';
import {
  buildScan,
  type ScannedPage,
} from '../../server/src/knowledge/extract/testing/draw-scan.ts';

const run = promisify(execFile);

const SOURCE = new URL('../../knowledge-base/06-visits-camps-and-showcases.md', import.meta.url);
const PAGES = 4;
const LINES_PER_PAGE = 42;
const LETTERS_PER_LINE = 84;
const FINENESS = [100, 150, 200, 300];
/** Greys that a scanner adds or takes, and the slant of a sheet laid on by hand. */
const NOISE = 40;
const SLANT = 0.01;

/** How well scans of one fineness are recognised. */
export interface RecognitionRow {
  pixelsPerInch: number;
  pages: number;
  pagesPerMinute: number;
  /** Per cent of the printed words that were read letter for letter. */
  wordsRight: number;
  /** What the program says itself, from 0 to 100. */
  confidence: number;
}

/**
 * Prints pages of a starter document, scans them with noise and at a slant, and has them read as an upload is. Needs
 * `tesseract` and poppler's `pdftoppm`; without either there are no rows, and a line says so.
 */
export async function measureRecognition(): Promise<RecognitionRow[]> {
  const searchPath = process.env['PATH'] ?? '';
  const { recognise, listLanguages } = createTesseract({ program: 'tesseract', searchPath });
  const isThere = await Promise.all([
    listLanguages(AbortSignal.timeout(10_000)),
    run('pdftoppm', ['-v']),
  ]).catch((error: Error) => console.log(`Recognition is not measured: ${error.message}`));
  if (isThere === undefined) return [];
  const extract = createExtractor({ recognise });
  const pages = readPages();
  const printed = await print(pages);
  const truth = pages.flat().join(' ').split(/\s+/);
  const rows: RecognitionRow[] = [];
  for (const pixelsPerInch of FINENESS) {
    const bytes = buildScan(await scan(printed, pixelsPerInch));
    const startedAt = performance.now();
    const result = await extract({ kind: 'pdf', bytes }, AbortSignal.timeout(600_000));
    const minutes = (performance.now() - startedAt) / 60_000;
    const passages = result.ok ? result.document.passages : [];
    // Headings are said once over all their passages, and a last sentence twice.
    const headings = new Set(passages.flatMap(({ headingPath }) => headingPath));
    const said = [...headings, ...passages.map(({ text }) => text)].join(' ').split(/\s+/);
    rows.push({
      pixelsPerInch,
      pages: PAGES,
      pagesPerMinute: Math.round((PAGES / minutes) * 10) / 10,
      wordsRight: Math.round((countShared(truth, said) / truth.length) * 1_000) / 10,
      confidence: Math.min(100, ...passages.map(({ confidence = 0 }) => confidence)),
    });
  }
  return rows;
}

/** Lines of pages, in letters that the font has. */
function readPages(): string[][] {
  const { blocks } = extractMarkdown(readFileSync(SOURCE));
  const lines = blocks
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ text }) => [...wrap(text.normalize('NFKD').replace(/[^ -~]/g, '')), '']);
  return Array.from({ length: PAGES }, (_, page) =>
    lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE).filter((line) => line !== ''),
  );
}

function wrap(text: string): string[] {
  return text.match(new RegExp(`.{1,${LETTERS_PER_LINE}}(?:\\s|$)`, 'g')) ?? [];
}

async function print(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const lines of pages) {
    const page = pdf.addPage([600, 800]);
    for (const [index, text] of lines.entries()) {
      page.drawText(text, { x: 60, y: 740 - index * 16, size: 12, font });
    }
  }
  return pdf.save();
}

async function scan(printed: Uint8Array, pixelsPerInch: number): Promise<ScannedPage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-'));
  try {
    await writeFile(join(folder, 'printed.pdf'), printed);
    const words = ['-gray', '-r', String(pixelsPerInch), join(folder, 'printed.pdf')];
    await run('pdftoppm', [...words, join(folder, 'page')]);
    return await Promise.all(
      Array.from({ length: PAGES }, async (_, index) => {
        const [width, height, grey] = readGraymap(
          await readFile(join(folder, `page-${index + 1}.pgm`)),
        );
        const data = Buffer.from(grey);
        let seed = index + 1;
        for (const [at, value] of data.entries()) {
          seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
          data[at] = Math.max(0, Math.min(255, value + ((seed >> 16) % NOISE) - NOISE / 2));
        }
        const matrix = [600, 600 * SLANT, -800 * SLANT, 800, 0, 0];
        return { picture: { width, height, data, kind: 'grey' as const }, matrix };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readGraymap(file: Buffer): [number, number, Buffer] {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 60).toString('latin1'));
  if (head === null) throw new Error('pdftoppm wrote no graymap.');
  return [Number(head[1]), Number(head[2]), file.subarray(head[0].length)];
}

/** How many words of a list are in another one, each as often as it stands there. */
function countShared(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
