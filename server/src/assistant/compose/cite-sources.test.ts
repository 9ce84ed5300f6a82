import { expect, test } from 'vitest';
import { makePassage } from '../testing/make-passage.ts';
import { citeSources } from './cite-sources.ts';
import { readTextUnits } from './text-unit.ts';

const passage = makePassage(
  'First of all it rains here. Then it also snows a lot. At last the sun shines.',
  {
    page: 4,
    pageLabel: 'iv',
    pageTurns: [
      { start: 0, page: 3, pageLabel: 'iii' },
      { start: 28, page: 4, pageLabel: 'iv' },
      { start: 54, page: 5, pageLabel: 'v' },
    ],
  },
);
const units = readTextUnits(passage.text);

test.each([
  [[0], { page: 3, page_label: 'iii' }],
  [[1], { page: 4, page_label: 'iv' }],
  [[2], { page: 5, page_label: 'v' }],
  [[1, 2], { page: 4, page_label: 'iv', page_end: 5, page_end_label: 'v' }],
])('[CHAT-11] the sentences %j are cited by the pages on which they stand', (chosen, place) => {
  const quote = { passage, units: chosen.flatMap((index) => units[index] ?? []) };
  const [source] = citeSources([quote]).sources;
  expect(source).toMatchObject(place);
  expect(source !== undefined && 'page_end' in source).toBe('page_end' in place);
});
