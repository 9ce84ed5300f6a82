import { expect, test } from 'vitest';
import { applyFilters, FILTERS, filterRow, joinWords, readSignals } from './word-filters.ts';

const width = 4;
const weights = new Float32Array(filterRow(width, FILTERS).begin);
weights.set([1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 0.5], filterRow(width, 0).begin);
weights.set([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9], filterRow(width, 1).begin);
const filters = {
  places: new Map([
    ['lone', 0],
    ['wolf', 1],
  ]),
  table: Float32Array.of(1, 0, 0, 0, 2, 0, 0, 0),
  weights,
  width,
};

test('[CHAT-14] a filter counts where three words fit it best, however long the message', () => {
  const phrase = ['lone', 'and', 'wolf'];
  const [first, second] = readSignals(filters, phrase);
  // Below nothing is nothing.
  expect([first, second]).toEqual([3.5, 0]);
  expect(readSignals(filters, [...Array<string>(20).fill('so'), ...phrase])[0]).toBe(3.5);
  const found = applyFilters(filters, joinWords([undefined, 0, undefined, 1], filters));
  expect(found.begins[0]).toBe(width);
});

test('[CHAT-14] a filter that is off stays silent, and a message without words is read as well', () => {
  const words = joinWords([0, undefined, 1], filters);
  expect(applyFilters(filters, words, (filter) => filter === 0).values[0]).toBe(0);
  expect(readSignals(filters, [])[0]).toBe(0.5);
});
