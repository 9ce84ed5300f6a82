import { expect, test } from 'vitest';
import { groupBySource } from './log-row.tsx';

test('[LOG-06] names a source once, best first, with the similarity of each of its passages', () => {
  const matches = [
    { source: 'a', similarity: 0.6 },
    { source: 'b', similarity: null },
    { source: 'c', similarity: 0.62 },
    { source: 'a', similarity: 0.64 },
  ];
  const named = groupBySource(matches).map(({ source, scores }) => [source, scores]);
  expect(named).toEqual([
    ['a', [0.64, 0.6]],
    ['c', [0.62]],
    ['b', []],
  ]);
  expect(groupBySource([])).toEqual([]);
});
