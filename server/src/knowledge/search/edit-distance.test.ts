import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['fafsa', 'fafsa', 0],
  ['fasfa', 'fafsa', 1],
  ['scholorship', 'scholarship', 1],
  ['offical', 'official', 1],
  ['alloowed', 'allowed', 1],
  ['recuritng', 'recruiting', 2],
  ['eligible', 'elligable', 2],
  ['coach', 'couch', 1],
])('from %s to %s it is %d', (from, to, expected) => {
  expect(editDistance(from, to, 2)).toBe(expected);
  expect(editDistance(to, from, 2)).toBe(expected);
});

test('what is farther than asked for is told apart no further', () => {
  expect(editDistance('visit', 'visitors', 2)).toBe(Infinity);
  expect(editDistance('coach', 'teach', 1)).toBe(Infinity);
  expect(editDistance('softmore', 'sophomore', 2)).toBe(Infinity);
});
