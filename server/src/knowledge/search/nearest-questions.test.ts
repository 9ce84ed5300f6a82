import { expect, test } from 'vitest';
import { measureNearest, readWords } from './nearest-questions.ts';

const known = (text: string, sentence: string | null = null) => ({
  words: readWords(text),
  sentence,
});
const nearnessOf = (asked: string, texts: readonly string[], counted: number) =>
  measureNearest(
    readWords(asked),
    texts.map((text) => known(text)),
    counted,
  ).nearness;

test('the mean cosine of the words of the nearest questions counts, of so many', () => {
  const texts = ['who pays', 'who pays the bus', 'may i row'];
  expect(nearnessOf('Who pays?', texts, 1)).toBeCloseTo(1);
  expect(nearnessOf('Who pays?', texts, 2)).toBeCloseTo((1 + 2 / Math.sqrt(8)) / 2);
  expect(nearnessOf('Who pays?', texts, 5)).toBeCloseTo((1 + 2 / Math.sqrt(8)) / 3);
});

test('nothing is near without a word in common, a known question or a word', () => {
  expect(nearnessOf('rowing', ['who pays'], 5)).toBe(0);
  expect(nearnessOf('rowing', [], 5)).toBe(0);
  expect(nearnessOf('?!', ['who pays'], 5)).toBe(0);
});

test('a sentence has its share in what the nearest questions ask for', () => {
  const questions = [
    known('who pays', 'The school'),
    known('who pays now', 'The school'),
    known('who pays the bus', 'A bus'),
    known('who came', null),
    known('when', 'Monday'),
  ];
  const { sentences } = measureNearest(readWords('who pays'), questions, 4);
  const [one, two, three, four] = [1, 2 / Math.sqrt(6), 2 / Math.sqrt(8), 1 / 2];
  const whole = one + two + three + four;
  expect([...sentences.keys()]).toEqual(['The school', 'A bus']);
  expect(sentences.get('The school')).toBeCloseTo((one + two) / whole);
  expect(sentences.get('A bus')).toBeCloseTo(three / whole);
});
