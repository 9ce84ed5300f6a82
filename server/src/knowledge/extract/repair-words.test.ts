import { expect, test } from 'vitest';
import { repairWords } from './repair-words.ts';

const repair = (...texts: string[]) =>
  repairWords(texts.map((text, index) => ({ kind: 'paragraph', text, page: index + 1 })));

test('joined letters that a font has no character for are found by the dictionary', () => {
  const { blocks, doubtfulPages } = repair(
    'It is di\0cult to \uE001nd an o\uFFFDce.',
    'The xq\0zz is doubtful.',
  );
  expect(blocks.map(({ text }) => text)).toEqual([
    'It is difficult to find an office.',
    'The xq\0zz is doubtful.',
  ]);
  expect(doubtfulPages).toEqual([2]);
});

const SPLIT =
  'The f inancial f orm is f or each f amily that f inds a f ree f ull course in f ootball and f ilm.';

test('words that a font splits are whole again, unknown ones at the same letter too', () => {
  expect(
    repair(SPLIT, 'It is a f ormal letter to F lorida.').blocks.map(({ text }) => text),
  ).toEqual([
    'The financial form is for each family that finds a free full course in football and film.',
    'It is a formal letter to Florida.',
  ]);
});

test('letters of formulas and grades stand by themselves', () => {
  const texts = [
    'Let f be a map of x with f of x and f or g, so f is n times f and f at x is f.',
    'Grades A B C D, vitamin D, plan B, e mail and I think a lot.',
  ];
  const { blocks, doubtfulPages } = repair(...texts);
  expect(blocks.map(({ text }) => text)).toEqual(texts);
  expect(doubtfulPages).toEqual([]);
});
