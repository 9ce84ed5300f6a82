import { describe, expect, test } from 'vitest';
import { body, buildPdf, type DrawnLine } from '../testing/draw-pdf.ts';
import { extractPdf } from './extract-pdf.ts';

const LIMITS = { pages: 100, characters: 1_000_000 };

const cells = (texts: readonly string[], y: number, bold = false): DrawnLine[] =>
  texts.flatMap((text, column) => (text === '' ? [] : [{ text, x: 60 + column * 150, y, bold }]));

describe('a PDF', () => {
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

  test.each([
    ['centred over them', [190, 350]],
    ['begun with them', [150, 310]],
  ])('has tables with names above the names of their columns, %s', async (_, groups) => {
    const [first = 0, second = 0] = groups;
    const row = (cells: readonly string[], y: number, bold = false) =>
      cells.map((text, at) => ({ text, x: 60 + (at === 0 ? 0 : 10 + at * 80), y, bold }));
    const bytes = await buildPdf([
      [
        { text: 'Cost of a year', size: 16, y: 700 },
        ...body(['Prices are those of the college itself and leave travel out.'], 660),
        { text: 'Public', x: first, y: 612, bold: true },
        { text: 'Private', x: second, y: 612, bold: true },
        ...row(['State', 'Near', 'Far', 'Small', 'Large'], 600, true),
        ...row(['Ohio', '10,100', '20,200', '30,300', '40,400'], 588),
        ...row(['Utah', '11,100', '21,200', '31,300', '41,400'], 576),
      ],
    ]);
    const { blocks } = await extractPdf(bytes, LIMITS);
    expect(blocks.slice(1)).toEqual([
      {
        kind: 'paragraph',
        text: 'Prices are those of the college itself and leave travel out.',
        page: 1,
      },
      {
        kind: 'table',
        text: [
          'State: Ohio | Public Near: 10,100 | Public Far: 20,200 | Private Small: 30,300 | Private Large: 40,400',
          'State: Utah | Public Near: 11,100 | Public Far: 21,200 | Private Small: 31,300 | Private Large: 41,400',
        ].join('\n'),
        page: 1,
      },
    ]);
  });
});
