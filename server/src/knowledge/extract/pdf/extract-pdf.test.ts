import { PDFDocument, PDFName, PDFNumber, type PDFPage, PDFString, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { EXTRACTION_REASONS } from '../extraction-result.ts';
import { extractPdf } from './extract-pdf.ts';

const LIMITS = { pages: 100, characters: 1_000_000 };

interface Line {
  text: string;
  size?: number;
  x?: number;
  y: number;
  bold?: boolean;
}

async function buildPdf(
  pages: readonly (readonly Line[])[],
  edit?: (pdf: PDFDocument, pages: PDFPage[]) => void,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const heavy = await pdf.embedFont(StandardFonts.HelveticaBold);
  const drawn = pages.map((lines) => {
    const page = pdf.addPage([600, 800]);
    for (const { text, size = 10, x = 60, y, bold = false } of lines) {
      page.drawText(text, { x, y, size, font: bold ? heavy : regular });
    }
    return page;
  });
  edit?.(pdf, drawn);
  return pdf.save();
}

const body = (texts: readonly string[], top = 600): Line[] =>
  texts.map((text, index) => ({ text, y: top - index * 12 }));

describe('a PDF', () => {
  test('becomes headings by type size, paragraphs with whole words, and lists, each with its page', async () => {
    const bytes = await buildPdf([
      [
        { text: 'Student aid', size: 20, y: 700 },
        { text: 'Grants', size: 14, y: 640 },
        ...body(
          ['A grant is free mon-', 'ey that nobody has to repay. It', 'is given by need.'],
          620,
        ),
        ...body(['• Pell', '• State'], 560),
      ],
      [
        { text: 'Loans', size: 14, y: 700 },
        ...body(['A loan is repaid after college with interest.'], 680),
      ],
    ]);
    expect(await extractPdf(bytes, LIMITS)).toEqual({
      title: 'Student aid',
      blocks: [
        { kind: 'heading', level: 1, text: 'Student aid', page: 1 },
        { kind: 'heading', level: 2, text: 'Grants', page: 1 },
        {
          kind: 'paragraph',
          text: 'A grant is free money that nobody has to repay. It is given by need.',
          page: 1,
        },
        { kind: 'list', text: '• Pell\n• State', page: 1 },
        { kind: 'heading', level: 2, text: 'Loans', page: 2 },
        { kind: 'paragraph', text: 'A loan is repaid after college with interest.', page: 2 },
      ],
    });
  });

  test('loses its running headers and page numbers, and keeps its printed page labels', async () => {
    const pages = ['i', 'ii', '1', '2', '3'].map((label, index) => [
      { text: `Handbook 2026 - part ${index}`, y: 780 },
      ...body([`Only page ${label} says this about the topic at hand.`]),
      { text: label, y: 20, x: 300 },
    ]);
    const bytes = await buildPdf(pages, (pdf) => {
      const roman = pdf.context.obj({ S: PDFName.of('r') });
      const arabic = pdf.context.obj({ S: PDFName.of('D') });
      const numbers = [PDFNumber.of(0), roman, PDFNumber.of(2), arabic];
      pdf.catalog.set(PDFName.of('PageLabels'), pdf.context.obj({ Nums: numbers }));
    });
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ text, page, pageLabel }) => [text, page, pageLabel])).toEqual(
      ['i', 'ii', '1', '2', '3'].map((label, index) => [
        `Only page ${label} says this about the topic at hand.`,
        index + 1,
        label,
      ]),
    );
  });

  test('is read column by column as it was written', async () => {
    const column = (name: string, x: number) =>
      Array.from({ length: 4 }, (_, row) => ({
        text: `${name} line ${row} goes`,
        x,
        y: 600 - row * 12,
      }));
    const bytes = await buildPdf([
      [...column('Left', 60), { text: 'on.', x: 60, y: 552 }, ...column('Right', 320)],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map((block) => block.text)).toEqual([
      'Left line 0 goes Left line 1 goes Left line 2 goes Left line 3 goes on.',
      'Right line 0 goes Right line 1 goes Right line 2 goes Right line 3 goes',
    ]);
  });

  test('takes its headings from its table of contents when it has one', async () => {
    const titles = ['First steps', 'Second steps', 'Third steps'];
    const bytes = await buildPdf(
      titles.map((title) => [
        { text: title, y: 700 },
        ...body(['The same size of type all over.']),
      ]),
      (pdf, pages) => {
        const root = pdf.context.nextRef();
        const refs = titles.map(() => pdf.context.nextRef());
        titles.forEach((title, index) => {
          const item = pdf.context.obj({
            Parent: root,
            Dest: [pages[index]?.ref ?? root, PDFName.of('Fit')],
            ...(refs[index + 1] ? { Next: refs[index + 1] } : {}),
          });
          item.set(PDFName.of('Title'), PDFString.of(title));
          pdf.context.assign(refs[index] ?? root, item);
        });
        const outline = pdf.context.obj({ First: refs[0], Last: refs[2], Count: 3 });
        pdf.context.assign(root, outline);
        pdf.catalog.set(PDFName.of('Outlines'), root);
      },
    );
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual(titles);
  });

  test('has headings that are bold, alone and no larger than the text', async () => {
    const bytes = await buildPdf([
      [
        { text: 'Who may borrow', y: 700, bold: true },
        ...body(['A student who is enrolled at least half time may borrow.'], 684),
        { text: 'How to apply', y: 640, bold: true },
        ...body(['The school sends a form, and the student signs it.'], 624),
        { text: 'This is said with such force that it fills a sentence.', y: 580, bold: true },
      ],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ['heading', 1, 'Who may borrow'],
      ['paragraph', undefined, 'A student who is enrolled at least half time may borrow.'],
      ['heading', 1, 'How to apply'],
      ['paragraph', undefined, 'The school sends a form, and the student signs it.'],
      ['paragraph', undefined, 'This is said with such force that it fills a sentence.'],
    ]);
  });

  const cells = (texts: readonly string[], y: number, bold = false): Line[] =>
    texts.flatMap((text, column) => (text === '' ? [] : [{ text, x: 60 + column * 150, y, bold }]));

  test('has tables, whose rows name their columns, over the end of a page and of a line', async () => {
    const header = ['Division', 'Core courses', 'Minimum GPA'];
    const bytes = await buildPdf([
      [
        ...body(['What the divisions ask of a student:'], 150),
        ...cells(header, 130, true),
        ...cells(['Division I', '16', '2.3'], 110),
        ...cells(['Division II', '16, of which', '2.2'], 90),
        ...cells(['', 'three in English', ''], 78),
      ],
      [
        ...cells(['Division III', 'set by the college', 'none'], 700),
        ...cells(['NAIA', 'none', '2.3'], 680),
        ...body(['This is a text below the table that is as wide as the page itself.'], 650),
      ],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'What the divisions ask of a student:'],
      [
        'table',
        'Division: Division I | Core courses: 16 | Minimum GPA: 2.3\nDivision: Division II | Core courses: 16, of which three in English | Minimum GPA: 2.2',
      ],
      [
        'table',
        'Division: Division III | Core courses: set by the college | Minimum GPA: none\nDivision: NAIA | Core courses: none | Minimum GPA: 2.3',
      ],
      ['paragraph', 'This is a text below the table that is as wide as the page itself.'],
    ]);
  });

  test('has tables drawn cell by cell, with figures set to the right', async () => {
    const bytes = await buildPdf([
      [
        ...cells(['Year', 'Cost'], 600),
        { text: 'First year of', y: 584 },
        { text: 'study', y: 572 },
        { text: '$12,400', x: 215, y: 584 },
        ...cells(['Second year', '$9,100'], 554),
        ...cells(['Third year', '$9,900'], 538),
      ],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ text }) => text)).toEqual([
      'Year: First year of study | Cost: $12,400\nYear: Second year | Cost: $9,100\nYear: Third year | Cost: $9,900',
    ]);
  });

  test('that is only pictures has no text layer', async () => {
    await expect(extractPdf(await buildPdf([[], []]), LIMITS)).rejects.toThrow(
      EXTRACTION_REASONS.noText,
    );
  });

  test('with too many pages, or cut off, says so', async () => {
    const bytes = await buildPdf([body(['One.']), body(['Two.'])]);
    await expect(extractPdf(bytes.slice(), { ...LIMITS, pages: 1 })).rejects.toThrow(
      EXTRACTION_REASONS.tooManyPages,
    );
    await expect(extractPdf(Buffer.from('%PDF-1.7 and nothing'), LIMITS)).rejects.toThrow(
      EXTRACTION_REASONS.damaged,
    );
  });
});
