import { PDFDocument, StandardFonts } from 'pdf-lib';
import { pino } from 'pino';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import { createExtractor } from '../server/src/knowledge/extract/create-extractor.ts';
import { extractByKind } from '../server/src/knowledge/extract/extract-by-kind.ts';
import { EXTRACTION_LIMITS } from '../server/src/knowledge/extract/extraction-result.ts';
import { embedMissingPassages } from '../server/src/knowledge/index/vector-store.ts';
import { splitDocument } from '../server/src/knowledge/split/split-document.ts';
import { addDocument, openBenchDatabase } from './bench-database.ts';
import { readSquad } from './evaluation-data.ts';

const PAGES = 100;
const LINES_PER_PAGE = 45;
const WORDS_PER_LINE = 12;
const ROUNDS = 5;
const { signal } = new AbortController();
const log = pino({ level: 'warn' });

/** From a PDF's bytes to passages that search finds. Milliseconds by the clock, but for the first. */
export interface IngestRow {
  pages: number;
  passages: number;
  /** Of parse and split, per second that the processor works on them: without start and waiting. */
  pagesPerCpuSecond: number;
  /** The reading process, its start included. */
  extractMs: number;
  indexMs: number;
  searchableByWordsMs: number;
  searchableByVectorsMs: number;
}

/** Measures a generated 100-page PDF of running text. */
export async function measureIngestThroughput(): Promise<IngestRow[]> {
  const bytes = await writePdf();
  const pagesPerCpuSecond = await measureParsing(bytes);
  const database = await openBenchDatabase();
  const encoder = createBundledEncoder();
  try {
    const start = performance.now();
    const result = await createExtractor()({ kind: 'pdf', bytes }, signal);
    if (!result.ok) throw new Error(`The generated PDF cannot be read: ${result.reason}`);
    const extracted = performance.now();
    const passages = result.document.passages.map((draft) => ({ ...draft, title: 'Text' }));
    await addDocument(database, 'Text', passages);
    const indexed = performance.now();
    const deps = { db: database.db, embeddings: encoder.forPassages, log };
    await embedMissingPassages(deps, {}, signal);
    return [
      {
        pages: PAGES,
        passages: passages.length,
        pagesPerCpuSecond,
        extractMs: Math.round(extracted - start),
        indexMs: Math.round(indexed - extracted),
        searchableByWordsMs: Math.round(indexed - start),
        searchableByVectorsMs: Math.round(performance.now() - start),
      },
    ];
  } finally {
    await encoder.close();
    await database.close();
  }
}

async function measureParsing(bytes: Uint8Array): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    splitDocument(await extractByKind('pdf', bytes, EXTRACTION_LIMITS));
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1e6);
  }
  return Math.round((PAGES * ROUNDS) / rounds.reduce((sum, seconds) => sum + seconds, 0));
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
