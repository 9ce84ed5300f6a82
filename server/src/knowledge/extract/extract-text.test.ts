import { describe, expect, test } from 'vitest';
import { decodeText, extractText } from './extract-text.ts';
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
});
