import { createExtractor } from '../server/src/knowledge/extract/create-extractor.ts';
import { splitDocument } from '../server/src/knowledge/split/split-document.ts';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { readSquad } from './evaluation-data.ts';

const PAGES = 100;
const LINES_PER_PAGE = 45;
const WORDS_PER_LINE = 12;
const { signal } = new AbortController();

/** Milliseconds of each step from a PDF's bytes to passages that search by words finds. */
export interface IngestRow {
  pages: number;
  passages: number;
  extractMs: number;
  splitMs: number;
  indexMs: number;
  pagesPerSecond: number;
}

/** Measures a generated 100-page PDF of running text, the extraction process's start included. */
export async function measureIngestThroughput(): Promise<IngestRow[]> {
  const bytes = await writePdf();
  const database = await openBenchDatabase();
  try {
    const start = performance.now();
    const result = await createExtractor()({ kind: 'pdf', bytes }, signal);
    if (!result.ok) throw new Error(`The generated PDF cannot be read: ${result.reason}`);
    const extracted = performance.now();
    const passages = splitDocument(result.document).map((draft) => ({ ...draft, title: 'Text' }));
    const split = performance.now();
    await addDocument(database, 'Text', passages);
    const indexed = performance.now();
    return [
      {
        pages: PAGES,
        passages: passages.length,
        extractMs: Math.round(extracted - start),
        splitMs: Math.round(split - extracted),
        indexMs: Math.round(indexed - split),
        pagesPerSecond: Math.round((1_000 * PAGES) / (split - start)),
      },
    ];
  } finally {
    await database.close();
  }
}

async function writePdf(): Promise<Uint8Array> {
  const { passages } = await readSquad();
  const words = passages.flatMap(({ text }) => text.replace(/[^\x20-\x7e]/g, '').split(/\s+/));
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let line = 0; line < PAGES * LINES_PER_PAGE; line++) {
    const row = line % LINES_PER_PAGE;
    const page = row === 0 ? pdf.addPage([612, 792]) : pdf.getPage(pdf.getPageCount() - 1);
    const text = words.slice(line * WORDS_PER_LINE, (line + 1) * WORDS_PER_LINE).join(' ');
    page.drawText(text, { x: 60, y: 730 - row * 14, size: 11, font });
  }
  return pdf.save();
}
