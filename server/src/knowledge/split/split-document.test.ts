import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextBlock } from './split-document.ts';
import { splitDocument } from './split-document.ts';

const heading = (text: string, level = 1): TextBlock => ({ kind: 'heading', level, text });
const paragraph = (text: string, page?: number): TextBlock => ({
  kind: 'paragraph',
  text,
  ...(page === undefined ? {} : { page, pageLabel: `p-${page}` }),
});
const sentence = (number: number, words = 20) =>
  `Sentence${number} ${'word '.repeat(words - 2)}end.`;
const split = (...blocks: TextBlock[]) => splitDocument({ blocks });

describe('passages', () => {
  test('hold about 150 words and begin with the last sentence of the one before', () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const passages = split(paragraph(numbers.map((number) => sentence(number)).join(' ')));
    expect(passages.map(({ text }) => text.match(/Sentence\d+/g))).toEqual([
      numbers.slice(0, 7).map((number) => `Sentence${number}`),
      numbers.slice(6, 13).map((number) => `Sentence${number}`),
      numbers.slice(12, 19).map((number) => `Sentence${number}`),
      numbers.slice(18).map((number) => `Sentence${number}`),
    ]);
    expect(passages.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
  });

  test('change nothing between two sentences, and no address that has a question mark', () => {
    const text = 'See foo.com?q=bar. Ask b@c.org!Now or 好。行 and wait. It ends.';
    expect(split(paragraph(text)).map((passage) => passage.text)).toEqual([text]);
  });

  test('keep headings that nothing stands under, but those of what is deeper', () => {
    const passages = split(
      heading('Guide'),
      heading('Grants', 2),
      heading('Office of Student Aid', 2),
      heading('Loans', 2),
      paragraph('Pay it back.'),
      heading('Print date'),
    );
    expect(passages.map(({ headingPath, text }) => [headingPath, text])).toEqual([
      [['Guide'], 'Grants\nOffice of Student Aid'],
      [['Guide', 'Loans'], 'Pay it back.'],
      [[], 'Print date'],
    ]);
  });

  test('never cross a heading, and carry the path of headings above them', () => {
    const passages = split(
      paragraph('Before.'),
      heading('Aid'),
      heading('Grants', 2),
      paragraph('Free money.'),
      heading('Loans', 2),
      paragraph('Pay it back.'),
      heading('Sport'),
      paragraph('Play.'),
    );
    expect(passages.map(({ headingPath, text }) => [headingPath, text])).toEqual([
      [[], 'Before.'],
      [['Aid', 'Grants'], 'Free money.'],
      [['Aid', 'Loans'], 'Pay it back.'],
      [['Sport'], 'Play.'],
    ]);
  });

  test('name the page on which their own first sentence begins, not that of the overlap', () => {
    const first = Array.from({ length: 7 }, (_, index) => sentence(index)).join(' ');
    const [one, two] = split(paragraph(first, 3), paragraph(sentence(8), 4));
    expect([one?.page, one?.pageLabel, two?.page, two?.pageLabel]).toEqual([3, 'p-3', 4, 'p-4']);
    expect(two?.text).toContain('Sentence6');
    const start = two?.text.indexOf('Sentence8');
    expect(one).not.toHaveProperty('pageTurns');
    expect(two?.pageTurns).toEqual([
      { start: 0, page: 3, pageLabel: 'p-3' },
      { start, page: 4, pageLabel: 'p-4' },
    ]);
  });

  test('begin with the lead-in of a list that does not fit into one', () => {
    const items = Array.from({ length: 14 }, (_, index) => `- ${sentence(index)}`);
    const list: TextBlock = { kind: 'list', text: items.join('\n') };
    const passages = split(paragraph('Much. To enrol you need:'), list, paragraph(sentence(99)));
    expect(passages).toHaveLength(3);
    expect(passages[0]?.text).toMatch(/^Much\. To enrol you need:\n- Sentence0 /);
    expect(passages[1]?.text).toMatch(/^To enrol you need:\n- Sentence6 /);
    expect(passages[2]?.text).toMatch(/^To enrol you need:\n- Sentence1\d /);
    expect(passages[2]?.text).toContain('Sentence99');
  });

  test('put a sentence together that a page break cut', () => {
    const [only] = split(
      paragraph('The form is due before', 1),
      paragraph('the first of May. Sign it.', 2),
    );
    expect(only?.text).toBe('The form is due before the first of May. Sign it.');
    expect(only?.page).toBe(1);
  });

  test('keep list items and table rows on lines of their own, after their lead-in', () => {
    const [only] = split(paragraph('Bring:'), { kind: 'list', text: '- a form\n- a pen' });
    expect(only?.text).toBe('Bring:\n- a form\n- a pen');
  });

  test('are made even of a text without any full stop', () => {
    const passages = split(paragraph('word '.repeat(1_000).trim()));
    expect(passages.map(({ text }) => text.split(' ').length)).toEqual([
      150, 150, 150, 150, 150, 150, 100,
    ]);
  });

  test('together hold every sentence, whatever the blocks', () => {
    const block = fc.oneof(
      fc.string({ maxLength: 80 }).map((text) => heading(text)),
      fc
        .array(fc.integer({ min: 2, max: 200 }), { minLength: 1, maxLength: 6 })
        .map((sizes) => paragraph(sizes.map((size, index) => sentence(index, size)).join(' '))),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
        const text = splitDocument({ blocks })
          .map((passage) => passage.text)
          .join('\n');
        const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph');
        for (const { text: wanted } of paragraphs) {
          for (const part of wanted.split('. ')) expect(text).toContain(part);
        }
      }),
    );
  });
});
