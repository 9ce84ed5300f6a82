import { expect, test } from 'vitest';
import { measureAuc, measureReliability } from './measure-reliability.ts';

test('predictions stand beside what came true, in tenths, certainty in the last one', () => {
  const bins = measureReliability([
    { probability: 1, isRight: true },
    { probability: 0.94, isRight: false },
    { probability: 0.25, isRight: false },
    { probability: 0.2, isRight: true },
    { probability: 0.21, isRight: false },
  ]);
  expect(bins).toEqual([
    { from: 0.2, questions: 3, predicted: expect.closeTo(0.22), observed: expect.closeTo(1 / 3) },
    { from: 0.9, questions: 2, predicted: expect.closeTo(0.97), observed: 0.5 },
  ]);
});

test('pairs in the right order are counted, ties half', () => {
  expect(measureAuc([2, 1.2, 3], [0.5, 1.2])).toBe(5.5 / 6);
});
