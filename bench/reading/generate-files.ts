import { readdirSync, readFileSync } from 'node:fs';
import { degrees, PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { extractMarkdown } from '../../server/src/knowledge/extract/extract-markdown.ts';
import {
  buildDocx,
  docxParagraph,
  docxTable,
} from '../../server/src/knowledge/extract/testing/build-docx.ts';
import type { TextBlock } from '../../server/src/knowledge/split/split-document.ts';
import type { ReadKind } from './read-files.ts';
import type { ReadingTruth } from './score-reading.ts';

const STARTER = new URL('../../knowledge-base/', import.meta.url);
const ADDRESS = 'Ask at https://example.org/find?topic=visits&year=2027 before you travel.';
const RUNNING_HEADER = 'Families guide to college sports';
const STAMP = 'RECEIVED 12 MAY';
const TABLE = [
  ['Division', 'Core courses', 'Minimum GPA'],
  ['Division I', '16', '2.3'],
  ['Division II', '16', '2.2'],
  ['Division III', 'set by each college', 'none'],
];

/** A file that was made, and what it says. */
export interface GeneratedFile {
  name: string;
  kind: ReadKind;
  bytes: Buffer;
  truth: ReadingTruth;
}

/**
 * Each starter document as PDF in one of four dresses, as Word document, text and page, with an address,
 * a table and a note in it.
 */
export async function generateFiles(): Promise<GeneratedFile[]> {
  const names = readdirSync(STARTER).filter((name) => /^\d.*\.md$/.test(name));
  const files: GeneratedFile[] = [];
  for (const [index, name] of names.entries()) {
    const own = extractMarkdown(readFileSync(new URL(name, STARTER))).blocks.filter(
      ({ kind }) => kind !== 'table',
    );
    const blocks = own.map((block) => ({ ...block, text: toLatin(block.text) }));
    blocks.push({ kind: 'paragraph', text: ADDRESS });
    const truth = toTruth(blocks);
    const dress = DRESSES[index % DRESSES.length] ?? DRESSES[0];
    const kinds = {
      pdf: await drawPdf(blocks, dress),
      docx: writeDocx(blocks),
      txt: writeText(blocks),
      html: writePage(blocks),
    };
    for (const kind of ['pdf', 'docx', 'txt', 'html'] as const) {
      files.push({
        name: `${name} ${kind === 'pdf' ? dress.name : ''}`.trim(),
        kind,
        bytes: Buffer.from(kinds[kind]),
        truth,
      });
    }
  }
  return files;
}

/** The signs that PDF's own fonts have. */
function toLatin(text: string): string {
  return text.replace(/[^\n\x20-\x7e\u00A1-\u00FF–—‘’“”•]/g, ' ');
}

function toTruth(blocks: readonly TextBlock[]): ReadingTruth {
  const isHeading = ({ kind }: TextBlock) => kind === 'heading';
  return {
    paragraphs: [
      ...blocks.flatMap(({ text }) => text.split('\n').map((line) => line.replace(/^\s*- /, ''))),
      ...TABLE.flat(),
    ],
    alternatives: [],
    spellings: `${RUNNING_HEADER} ${STAMP}`,
    headings: blocks.filter(isHeading).map(({ text }) => text),
    hasAllHeadings: true,
  };
}

interface Dress {
  name: string;
  columns: number;
  rotation: 0 | 90;
  bullet: string;
  /** Gap inside words that begin with f, in letter heights: fonts without its kerning leave one. */
  gap: number;
  overprintsHeadings: boolean;
  spacesHeadings: boolean;
  numbersLines: boolean;
}

const PLAIN: Dress = {
  name: 'plain',
  columns: 1,
  rotation: 0,
  bullet: '•',
  gap: 0,
  overprintsHeadings: false,
  spacesHeadings: false,
  numbersLines: false,
};
const DRESSES: readonly [Dress, ...Dress[]] = [
  PLAIN,
  { ...PLAIN, name: 'in two columns', columns: 2, overprintsHeadings: true, bullet: 'o' },
  { ...PLAIN, name: 'turned, with a stamp', rotation: 90 },
  { ...PLAIN, name: 'with spaced headings and split words', gap: 0.23, spacesHeadings: true },
  { ...PLAIN, name: 'with numbered lines', numbersLines: true, bullet: 'o' },
];
const PAGE = { width: 612, height: 792, margin: 64, size: 10.5, leading: 14 };

/** Lines from the head of the page down, under a running header and above a page number. */
async function drawPdf(blocks: readonly TextBlock[], dress: Dress): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = {
    text: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
  };
  const { width, height, margin, size, leading } = PAGE;
  const columnWidth = (width - 2 * margin - (dress.columns - 1) * 24) / dress.columns;
  const turned = dress.rotation !== 0;
  let page = pdf.addPage();
  let column = dress.columns;
  let y = 0;
  let row = 0;
  const draw = (
    text: string,
    at: { x: number; y: number; size: number; font: PDFFont; turn?: number },
  ) => {
    const { x, font, turn = 0 } = at;
    const place = turned ? { x: height - at.y, y: x } : { x, y: at.y };
    page.drawText(text, {
      ...place,
      size: at.size,
      font,
      rotate: degrees((turned ? 90 : 0) + turn),
    });
  };
  const startColumn = () => {
    column++;
    y = height - margin - 24;
    if (column < dress.columns) return;
    column = 0;
    row = 0;
    page = pdf.addPage(turned ? [height, width] : [width, height]);
    if (turned) page.setRotation(degrees(90));
    draw(RUNNING_HEADER, {
      x: margin,
      y: height - 40,
      size: 9,
      font: fonts.text,
    });
    draw(`- ${pdf.getPageCount()} -`, { x: width / 2, y: 30, size: 9, font: fonts.text });
    if (turned) draw(STAMP, { x: 20, y: 300, size: 16, font: fonts.bold, turn: 90 });
  };
  const drawLine = (
    text: string,
    font: PDFFont,
    { letters = size, indent = 0 }: { letters?: number; indent?: number } = {},
  ) => {
    if (column >= dress.columns || y < margin + 20) startColumn();
    row++;
    const x = margin + column * (columnWidth + 24);
    if (dress.numbersLines) draw(String(row), { x: margin - 30, y, size, font: fonts.text });
    let at = x + indent;
    for (const part of dress.gap === 0 ? [text] : text.split(/(?<=\bf)(?=[a-z])/)) {
      draw(part, { x: at, y, size: letters, font });
      if (dress.overprintsHeadings && letters > size)
        draw(part, { x: at + 0.3, y, size: letters, font });
      at += font.widthOfTextAtSize(part, letters) + dress.gap * letters;
    }
    y -= letters > size ? letters * 1.25 : leading;
  };
  for (const { kind, level = 0, text } of blocks) {
    y -= 8;
    if (kind === 'heading') {
      const letters = level === 1 ? 20 : 14;
      if (y < margin + 80) y = 0;
      const spaced = dress.spacesHeadings && text.length < 30 ? text.split('').join(' ') : text;
      for (const line of wrap(spaced, fonts.bold, { size: letters, width: columnWidth }))
        drawLine(line, fonts.bold, { letters });
      continue;
    }
    for (const item of text.split('\n')) {
      const mark = kind === 'list' && item.startsWith('- ') ? `${dress.bullet} ` : '';
      const lines = wrap(item.replace(/^\s*- /, ''), fonts.text, {
        size: size * (dress.gap + 1),
        width: columnWidth - 20,
      });
      lines.forEach((line, index) =>
        drawLine(index === 0 ? mark + line : line, fonts.text, {
          indent: kind === 'list' && index > 0 ? 12 : 0,
        }),
      );
    }
  }
  column = dress.columns;
  for (const [index, cells] of TABLE.entries()) {
    if (index === 0) startColumn();
    cells.forEach((text, at) =>
      draw(text, { x: margin + at * 140, y, size, font: index === 0 ? fonts.bold : fonts.text }),
    );
    y -= leading + 4;
  }
  pdf.removePage(0);
  return pdf.save();
}

function wrap(
  text: string,
  font: PDFFont,
  { size, width }: { size: number; width: number },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function writeDocx(blocks: readonly TextBlock[]): Buffer {
  const paragraphs = blocks.flatMap(({ kind, level = 1, text }) =>
    text
      .split('\n')
      .map((line) =>
        docxParagraph(
          escapeXml(line),
          kind === 'heading' ? `Heading${Math.min(level, 2)}` : undefined,
        ),
      ),
  );
  return buildDocx(paragraphs.join('') + docxTable(TABLE));
}

/** Lines of at most 72 characters, as people type them. */
function writeText(blocks: readonly TextBlock[]): string {
  const fold = (line: string) => line.replace(/(.{1,70})(?: |$)/g, '$1\n').trimEnd();
  const parts = blocks.map(({ kind, level, text }) => {
    if (kind === 'heading')
      return `${text}\n${(level === 1 ? '=' : '-').repeat(Math.min(text.length, 70))}`;
    return text.split('\n').map(fold).join('\n');
  });
  return [...parts, TABLE.map((cells) => cells.join('\t')).join('\n')].join('\n\n');
}

function writePage(blocks: readonly TextBlock[]): string {
  const [first, lede, ...rest] = blocks;
  const body = rest.map(({ kind, level = 2, text }) => {
    if (kind === 'heading') return `<h${level}>${escapeXml(text)}</h${level}>`;
    if (kind === 'paragraph') return `<p>${escapeXml(text)}</p>`;
    return `<ul>${text
      .split('\n')
      .map((item) => `<li>${escapeXml(item.replace(/^\s*- /, ''))}</li>`)
      .join('')}</ul>`;
  });
  const rows = TABLE.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  const tag = lede?.kind === 'heading' ? 'h2' : 'p';
  return `<!doctype html><html><head><title>${escapeXml(first?.text ?? '')} - School</title></head><body>
<nav><a href="/">Home</a> <a href="/sports">All sports</a></nav>
<article><header><h1>${escapeXml(first?.text ?? '')}</h1><${tag}>${escapeXml(lede?.text ?? '')}</${tag}></header>
${body.join('\n')}<table>${rows.join('')}</table></article><footer>Copyright of the school</footer></body></html>`;
}
