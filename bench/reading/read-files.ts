import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import mammoth from 'mammoth';
import { extractByKind } from '../../server/src/knowledge/extract/extract-by-kind.ts';
import {
  EXTRACTION_LIMITS,
  REMOVAL_STEPS,
} from '../../server/src/knowledge/extract/extraction-result.ts';
import {
  type PassageDraft,
  splitDocument,
} from '../../server/src/knowledge/split/split-document.ts';
import { splitSentences } from '../../server/src/knowledge/split/split-sentences.ts';
import { decodePage } from '../../server/src/knowledge/extract/web-page/decode-page.ts';
import { readPage } from '../../server/src/knowledge/extract/web-page/read-page.ts';
import type { Reading } from './score-reading.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 100 * 1024 * 1024;

/** Kinds of file that are measured. */
export type ReadKind = 'pdf' | 'docx' | 'txt' | 'html';

/** Who is measured on which kinds of file, the product first. */
export const READERS: readonly {
  name: string;
  kinds: readonly ReadKind[];
  read(kind: ReadKind, bytes: Buffer): Promise<Reading>;
}[] = [
  { name: 'Pathway', kinds: ['pdf', 'docx', 'txt', 'html'], read: readAsProduct },
  {
    name: 'pdftotext',
    kinds: ['pdf'],
    read: async (_, bytes) => paragraphsOf(await pdfToText(bytes)),
  },
  {
    name: 'mammoth',
    kinds: ['docx'],
    read: async (_, buffer) => paragraphsOf((await mammoth.extractRawText({ buffer })).value),
  },
  { name: 'readability', kinds: ['html'], read: async (_, bytes) => readArticle(bytes) },
];

async function readAsProduct(kind: ReadKind, bytes: Buffer): Promise<Reading> {
  const document =
    kind === 'html'
      ? readPage('html', Buffer.from(decodePage(bytes, 'text/html')))
      : await extractByKind(kind, bytes, EXTRACTION_LIMITS);
  const drafts = splitDocument(document);
  return {
    passages: drafts.map(({ headingPath, text }) => [...headingPath, text].join('\n')),
    text: drafts.map(({ text }, index) => withoutOverlap(text, drafts[index - 1]?.text)),
    // The title is stored with every passage.
    headings: [...(kind === 'html' ? [document.title] : []), ...listHeadings(drafts)],
    removed: (document.removed ?? []).map(({ text }) => text),
    noteMarks: (document.removed ?? []).flatMap(({ step, text }) =>
      step === REMOVAL_STEPS.noteMark ? [text] : [],
    ),
  };
}

/** A passage without the sentence that it repeats from the one before it. */
function withoutOverlap(text: string, before = ''): string {
  const [first = { text: '' }] = splitSentences(text);
  const isRepeated =
    before.endsWith(first.text) || (first.text.endsWith(':') && before.includes(first.text));
  return isRepeated ? text.slice(first.text.length) : text;
}

/** Every heading once, where a passage is the first to stand under it. */
function listHeadings(drafts: readonly PassageDraft[]): string[] {
  let path: readonly string[] = [];
  return drafts.flatMap(({ headingPath }) => {
    const known = headingPath.findIndex((heading, depth) => heading !== path[depth]);
    path = headingPath;
    return known === -1 ? [] : headingPath.slice(known);
  });
}

/** Text of a PDF by Poppler, pages parted by form feeds. @throws when `pdftotext` is not there. */
export async function pdfToText(bytes: Buffer, ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reading-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, bytes);
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', ...options, file, '-'], {
      maxBuffer: MAX_OUTPUT,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function paragraphsOf(text: string): Reading {
  const passages = splitParagraphs(text);
  return { passages, text: passages, headings: undefined, removed: [] };
}

/** What stands between empty lines or page ends. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n|\f/).filter((part) => part.trim() !== '');
}

function readArticle(bytes: Buffer): Reading {
  const { document } = parseHTML(decodePage(bytes, 'text/html'));
  const article = new Readability(document).parse();
  const { document: content } = parseHTML(`<html><body>${article?.content ?? ''}</body></html>`);
  const texts = (selector: string) =>
    [...content.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  return {
    passages: texts('body'),
    text: texts('body'),
    headings: texts('h1, h2, h3, h4, h5, h6'),
    removed: [],
  };
}
