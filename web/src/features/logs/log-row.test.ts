import { expect, test } from 'vitest';
import { groupBySource } from './log-row.tsx';

test('[LOG-06] names a source once, with the similarity of each of its passages', () => {
  const matches = [
    { source: 'a', similarity: 0.6 },
    { source: 'b', similarity: null, tags: ['aid'] },
    { source: 'a', similarity: 0.64 },
  ];
  expect(groupBySource(matches)).toEqual([
    { source: 'a', scores: [0.6, 0.64], tags: [] },
    { source: 'b', scores: [], tags: ['aid'] },
  ]);
  expect(groupBySource([])).toEqual([]);
});
