import { describe, expect, test } from 'vitest';
import { decodeText, extractText } from './extract-text.ts';
import { splitDocument } from '../split/split-document.ts';
import { EXTRACTION_REASONS } from './extraction-result.ts';

const TEXT = 'Señor Müller pays the “full” tuition — 20 €. Every student signs the form.';

function encodeUtf16(text: string, order: 'le' | 'be', mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

describe('a text file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8, written as such twice', Buffer.from(Buffer.from(TEXT).toString('latin1'))],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 LE with a mark', encodeUtf16(TEXT, 'le', true)],
    ['UTF-16 BE with a mark', encodeUtf16(TEXT, 'be', true)],
    ['UTF-16 LE without one', encodeUtf16(TEXT, 'le', false)],
    ['UTF-16 BE without one', encodeUtf16(TEXT, 'be', false)],
  ])('in %s is read right', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  test('in windows-1252 is read right', () => {
    const text = 'The student’s café — “open” for every señor and Müller in the naïve façade.';
    const special: Record<string, number> = { '’': 0x92, '—': 0x97, '“': 0x93, '”': 0x94 };
    const bytes = Buffer.from([...text].map((char) => special[char] ?? char.charCodeAt(0)));
    expect(decodeText(bytes)).toBe(text);
  });

  test('that is no text is damaged', () => {
    expect(() => decodeText(Buffer.from([0x50, 0x00, 0x00, 0x00, 0x41, 0x42, 0x43]))).toThrow(
      EXTRACTION_REASONS.damaged,
    );
  });

  test('becomes paragraphs, headings and lists', () => {
    const text =
      'FINANCIAL AID\r\n\r\nA grant is\r\nfree money.\r\n\r\nSteps\n-----\nDo this:\n1. Apply\n   early\n2. Sign\n';
    expect(extractText(Buffer.from(text))).toEqual({
      title: 'FINANCIAL AID',
      blocks: [
        { kind: 'heading', level: 1, text: 'FINANCIAL AID' },
        { kind: 'paragraph', text: 'A grant is free money.' },
        { kind: 'heading', level: 1, text: 'Steps' },
        { kind: 'paragraph', text: 'Do this:' },
        { kind: 'list', text: '1. Apply early\n2. Sign' },
      ],
    });
  });

  const read = (text: string) =>
    extractText(Buffer.from(text)).blocks.map((block) => `${block.kind}: ${block.text}`);

  test('has the short lines over its paragraphs as headings, so that no answer reads them into a sentence', () => {
    const text = [
      'HALL GUIDE',
      '',
      'Quiet hours',
      '',
      'Quiet hours begin at ten on school nights.',
      '',
      '2.1 Overnight guests',
      'Overnight guests are welcome on Friday and Saturday, when',
      'their host has told the desk.',
      '',
      'Who may park?',
      'Seniors may park behind the hall after they have shown a permit.',
    ].join('\n');
    expect(read(text)).toEqual([
      'heading: HALL GUIDE',
      'heading: Quiet hours',
      'paragraph: Quiet hours begin at ten on school nights.',
      'heading: 2.1 Overnight guests',
      'paragraph: Overnight guests are welcome on Friday and Saturday, when their host has told the desk.',
      'heading: Who may park?',
      'paragraph: Seniors may park behind the hall after they have shown a permit.',
    ]);
    const { blocks } = extractText(Buffer.from(text));
    expect(splitDocument({ blocks }).map(({ headingPath }) => headingPath)).toEqual([
      ['HALL GUIDE', 'Quiet hours'],
      ['HALL GUIDE', '2.1 Overnight guests'],
      ['HALL GUIDE', 'Who may park?'],
    ]);
  });

  test.each([
    ['lines that are full', 'The hall is open to all who live in Harbour\nHouse and to guests.'],
    ['an address', 'Office of Admissions\nHarbour House\nRoom 12'],
    ['a line that a label begins', 'Phone: the desk\nAsk there before you invite anybody at all.'],
    ['a sentence that ends', 'The hall is open.\n\nThe desk is not.'],
    ['a last line', 'The hall is open.\n\nHarbour House'],
    ['a line that goes on', 'The keys\nare at the desk of the hall, where you sign for them.'],
  ])('has no heading in %s', (_, text) => {
    expect(read(text).filter((block) => block.startsWith('heading'))).toEqual([]);
  });
});
