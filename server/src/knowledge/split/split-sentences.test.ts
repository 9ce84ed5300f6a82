import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const textsOf = (text: string) => splitSentences(text).map((sentence) => sentence.text);

test.each([
  'Dr. Smith signs it.',
  'See Sec. 4 of the U.S. Code.',
  'Bring a form, e.g. a transcript.',
  'J. R. Tolkien wrote it.',
  'It opens on Oct. 1 every year.',
])('%j is one sentence in spite of its abbreviation', (text) => {
  expect(textsOf(text)).toEqual([text]);
});

test('full stops, question marks and line ends divide', () => {
  expect(textsOf('One. Two? Three!\n- four\n- five')).toEqual([
    'One.',
    'Two?',
    'Three!',
    '- four',
    '- five',
  ]);
});

test("an item's number is no sentence of its own", () => {
  expect(textsOf('1. Ask first. Then sign.\n12) Go. In grade 9. Yes.')).toEqual([
    '1. Ask first.',
    'Then sign.',
    '12) Go.',
    'In grade 9.',
    'Yes.',
  ]);
});

test('sentences keep every letter and know where they stand', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const sentences = splitSentences(text);
      const squeeze = (given: string) => given.replace(/\s+/gu, '');
      expect(squeeze(sentences.map((sentence) => sentence.text).join(''))).toBe(squeeze(text));
      for (const sentence of sentences) {
        expect(text.startsWith(sentence.text, sentence.start)).toBe(true);
      }
    }),
  );
});

test('a line of two hundred thousand sentences is split', () => {
  expect(splitSentences('Sign. '.repeat(200_000))).toHaveLength(200_000);
});
