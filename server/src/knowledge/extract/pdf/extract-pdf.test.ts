import { degrees, PDFDocument, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { extractByKind } from '../extract-by-kind.ts';
import { EXTRACTION_LIMITS, EXTRACTION_REASONS } from '../extraction-result.ts';
import { buildPages, drawLine } from '../testing/build-raw-pdf.ts';
import { body, buildPdf, type DrawnLine } from '../testing/draw-pdf.ts';
import { extractPdf } from './extract-pdf.ts';

const LIMITS = { pages: 100, characters: 1_000_000 };

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
      removed: [],
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
    const { blocks, removed } = await extractPdf(bytes, LIMITS);
    // Where it stands first it stays.
    expect(blocks.shift()?.text).toBe('Handbook 2026 - part 0');
    expect(removed?.filter(({ page }) => page === 2)).toEqual([
      { step: 'running header or footer', text: 'Handbook 2026 - part 1', page: 2 },
      { step: 'page number', text: 'ii', page: 2 },
    ]);
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
        { text: 'Large but not in the table of contents', size: 16, y: 400 },
        ...body(['More of the same size of type.'], 360),
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

  const read = async (...lines: DrawnLine[]) => {
    const { blocks, removed } = await extractPdf(await buildPdf([lines]), LIMITS);
    return { texts: blocks.map(({ kind, text }) => [kind, text]), removed };
  };

  test('on its side is read as it is meant, and a stamp across it is no heading', async () => {
    const sideways = ['A page may lie on its side', 'and its sentences go on.'];
    const { texts } = await read(
      ...sideways.slice(0, 1).map((text) => ({ text, x: 200, y: 100, turn: 90 })),
      { text: 'RECEIVED', x: 40, y: 700, size: 30, bold: true },
      ...sideways.slice(1).map((text) => ({ text, x: 212, y: 100, turn: 90 })),
    );
    expect(texts).toEqual([
      ['paragraph', sideways.join(' ')],
      ['paragraph', 'RECEIVED'],
    ]);
  });

  test('turned as a whole has the cells of its table paired, and a word across it is no heading', async () => {
    const cells = (texts: readonly string[], row: number) =>
      texts.map((text, column) => ({ text, x: 200 + row * 16, y: 100 + column * 150, turn: 90 }));
    const rows = [
      ['Year', 'Cost', 'Aid'],
      ['First', '$12,400', '$2,000'],
      ['Second', '$9,100', '$1,000'],
      ['Third', '$9,900', '$1,500'],
    ];
    const watermark = { text: 'DRAFT', size: 60, x: 300, y: 300, turn: 45, bold: true };
    const bytes = await buildPdf([[...rows.flatMap(cells), watermark]], (_, [page]) =>
      page?.setRotation(degrees(90)),
    );
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      [
        'table',
        [
          'Year: First | Cost: $12,400 | Aid: $2,000',
          'Year: Second | Cost: $9,100 | Aid: $1,000',
          'Year: Third | Cost: $9,900 | Aid: $1,500',
        ].join('\n'),
      ],
      ['paragraph', 'DRAFT'],
    ]);
  });

  test('with letters that its font lost names the pages that may be misread', async () => {
    const text = drawLine('Every student reads the xq\\000zz form in the of\\000ce.');
    const { blocks, warning } = await extractByKind(
      'pdf',
      buildPages({ content: text, count: 2 }),
      EXTRACTION_LIMITS,
    );
    expect(blocks[0]?.text).toBe('Every student reads the xqzz form in the office.');
    expect(warning).toContain('Some words may be misread on pages 1 and 2.');
  });

  test('has headings once that are drawn twice, letter by letter twice, or with letters set apart', async () => {
    const { texts } = await read(
      { text: 'Level one', size: 14, y: 700 },
      { text: 'Level one', size: 14, y: 700, x: 60.3 },
      ...body(['The text of the first level.'], 680),
      { text: 'LLeevveell 22', size: 14, y: 640 },
      ...body(['The text of the second level.'], 620),
      { text: 'S E T T I N G   G O A L S', size: 14, y: 580 },
      ...body(['Grades A B C D and F are letters by themselves.', 'A B C D F'], 560),
    );
    expect(texts).toEqual([
      ['heading', 'Level one'],
      ['paragraph', 'The text of the first level.'],
      ['heading', 'Level 2'],
      ['paragraph', 'The text of the second level.'],
      ['heading', 'SETTING GOALS'],
      ['paragraph', 'Grades A B C D and F are letters by themselves. A B C D F'],
    ]);
  });

  test('keeps raised letters on their line, and leaves out the marks of notes by name', async () => {
    const { texts, removed } = await read(
      { text: 'The institution', y: 600 },
      { text: '18', size: 6, x: 122.5, y: 604 },
      { text: 'asks for the 3', x: 132, y: 600 },
      { text: 'rd', size: 6, x: 192.1, y: 604 },
      { text: 'copy of 10', x: 200.4, y: 600 },
      { text: '2', size: 6, x: 246.4, y: 604 },
      { text: 'forms.', x: 252.8, y: 600 },
    );
    expect(texts).toEqual([['paragraph', 'The institution asks for the 3rd copy of 102 forms.']]);
    expect(removed).toEqual([{ step: 'mark of a note', text: '18', page: 1 }]);
  });

  test('lets a sentence go on behind the notes at the foot of its page', async () => {
    const bytes = await buildPdf([
      [
        ...body(['A sentence of the text that begins', 'on the first page goes'], 300),
        { text: 'A note about the sentence.', size: 7, y: 200 },
      ],
      [...body(['on with the second page.'], 700)],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.map(({ text }) => text)).toEqual([
      'A sentence of the text that begins on the first page goes',
      'on with the second page.',
      'A note about the sentence.',
    ]);
  });

  test('loses the numbers of its lines, but not those of its lists', async () => {
    const line = (number: number) => [
      { text: String(number), x: 30, y: 700 - number * 14 },
      { text: `The witness said sentence ${number} of the hearing`, y: 700 - number * 14 },
    ];
    const { texts, removed } = await read(
      ...Array.from({ length: 12 }, (_, at) => line(at + 1)).flat(),
    );
    expect(texts.map(([, text]) => text).join(' ')).not.toMatch(/(?:^| )1 The/);
    expect(removed?.map(({ step, text }) => [step, text])).toContainEqual(['line number', '12']);
    const list = await read(
      ...body(['1. One of the steps', '2. Two of the steps', '3. Three'], 600),
    );
    expect(list.texts).toEqual([['list', '1. One of the steps\n2. Two of the steps\n3. Three']]);
  });

  test('has lists whose circles are the letter o', async () => {
    const { texts } = await read(...body(['o Bring the form', 'o Bring a pen'], 600));
    expect(texts).toEqual([['list', '• Bring the form\n• Bring a pen']]);
  });

  test('has no headings that are sentences, begin small, or fill a paragraph', async () => {
    const large = [
      'A whole paragraph in large type that',
      'goes on over more lines than',
      'any heading has, for it is',
      'the text of the page beside',
      'a long table in small type',
    ];
    const { texts } = await read(
      ...large.map((text, at) => ({ text, size: 14, y: 700 - at * 17 })),
      ...body(
        Array.from({ length: 10 }, () => 'Small type of the table, which is most of the page.'),
        560,
      ),
      { text: 'and the rest of a sentence', size: 14, y: 400 },
      { text: 'Who may apply', size: 14, y: 360 },
      ...body(['Everybody may.'], 340),
    );
    expect(texts.filter(([kind]) => kind === 'heading')).toEqual([['heading', 'Who may apply']]);
    expect(texts[0]).toEqual(['paragraph', large.join(' ')]);
  });

  test('keeps a hyphen at the end of a line that the word has elsewhere', async () => {
    const { texts } = await read(
      ...body(
        ['A full-time student borrows mon-', 'ey, and the full-', 'time teacher lends it.'],
        600,
      ),
    );
    expect(texts).toEqual([
      ['paragraph', 'A full-time student borrows money, and the full-time teacher lends it.'],
    ]);
  });

  test('that is only pictures or drawings has no text layer, and an empty one is empty', async () => {
    const drawn = await buildPdf([[], []], (_, pages) => pages[1]?.drawSquare({ size: 100 }));
    await expect(extractPdf(drawn, LIMITS)).rejects.toThrow(EXTRACTION_REASONS.noText);
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
      'base64',
    );
    const pdf = await PDFDocument.create();
    pdf.addPage().drawImage(await pdf.embedPng(picture), { width: 300, height: 300 });
    const scanned = extractByKind('pdf', await pdf.save(), EXTRACTION_LIMITS);
    await expect(scanned).rejects.toThrow(EXTRACTION_REASONS.noText);
    const empty = extractByKind('pdf', await buildPdf([[], []]), EXTRACTION_LIMITS);
    await expect(empty).rejects.toThrow(EXTRACTION_REASONS.empty);
  });

  test.each([
    [['学費'], '学費'],
    [['奨学金は学校ごとに', '異なります。'], '奨学金は学校ごとに異なります。'],
  ])('is read from head to foot where its text runs so: %j', async (columns, text) => {
    const toHex = (column: string) => Buffer.from(column, 'utf16le').swap16().toString('hex');
    const drawn = columns.map(
      (column, index) => `1 0 0 1 ${500 - index * 20} 700 Tm <${toHex(column)}> Tj`,
    );
    const bytes = buildPages({
      content: `BT /F1 12 Tf ${drawn.join(' ')} ET`,
      font: {
        dictionary:
          '/Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-V /DescendantFonts [6 0 R]',
      },
      more: [
        {
          dictionary:
            '/Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 6 >>',
        },
      ],
    });
    const { blocks } = await extractByKind('pdf', bytes, EXTRACTION_LIMITS);
    expect(blocks).toEqual([{ kind: 'paragraph', text, page: 1 }]);
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
