import { expect, test } from 'vitest';
import { findMarks } from './find-marks.ts';

/** Runs one below the other, ten points a letter. */
const runs = (...texts: string[]) =>
  texts.map((str, line) => ({
    str,
    transform: [12, 0, 0, 12, 50, 700 - 20 * line],
    width: 10 * str.length,
    height: 12,
  }));
const marksOf = (printed: ReturnType<typeof runs>, passage: string) =>
  findMarks(printed, passage).map(({ left, bottom, width }) => [left, bottom, width]);

test('[CHAT-16] a passage is marked from its first letter to its last sign, over several lines', () => {
  const printed = runs('Before. The club', 'meets on Mon-', 'day evening. After');
  expect(marksOf(printed, 'The club meets on Monday evening.')).toEqual([
    [130, 700, 80],
    [50, 680, 130],
    [50, 660, 110],
  ]);
});

test('[CHAT-16] ligatures, capitals and blanks between letters are no difference', () => {
  const printed = runs('The of\ufb01ce  O P E N S', 'at nine.');
  expect(findMarks(printed, 'the Office opens at nine.')).toHaveLength(2);
});

test('[CHAT-16] of a line that was read otherwise its runs of six words are marked, and nothing else', () => {
  const printed = runs(
    'One two three four five six',
    'sewen eight nine ten eleven twelve',
    'Other.',
  );
  const passage = 'One two three four five six seven eight nine ten eleven twelve';
  expect(marksOf(printed, passage)).toEqual([[50, 700, 270]]);
  expect(findMarks(printed, 'Nothing of this stands on the page.')).toEqual([]);
  expect(findMarks(printed, '...')).toEqual([]);
  expect(findMarks([], passage)).toEqual([]);
});
