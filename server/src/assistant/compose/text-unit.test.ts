import { expect, test } from 'vitest';
import { readTextUnits } from './text-unit.ts';

test('sentences, list items and table rows are told apart and stand word for word in the passage', () => {
  const text = [
    'No. Since January 2023 no score is needed. Ask the college.',
    'Bring these papers:',
    '- a transcript',
    '2. proof of graduation',
    'Level: D1 | Aid: Yes',
  ].join('\n');
  const units = readTextUnits(text);
  expect(units.map(({ kind, text: piece, number, line }) => [kind, piece, number, line])).toEqual([
    ['sentence', 'No. Since January 2023 no score is needed.', null, 0],
    ['sentence', 'Ask the college.', null, 0],
    ['sentence', 'Bring these papers:', null, 1],
    ['item', 'a transcript', null, 2],
    ['item', 'proof of graduation', 2, 3],
    ['row', 'Level: D1 | Aid: Yes', null, 4],
  ]);
  for (const unit of units) expect(text.slice(unit.start, unit.end)).toBe(unit.text);
});

test('an empty text has no pieces', () => {
  expect(readTextUnits(' \n\n')).toEqual([]);
});
