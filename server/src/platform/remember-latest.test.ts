import { expect, test, vi } from 'vitest';
import { rememberLatest } from './remember-latest.ts';

test('an answer is found once, until so many others were asked for since', () => {
  const find = vi.fn<(key: string) => { length: number }>(({ length }) => ({ length }));
  const measure = rememberLatest(2, find);
  const asked = ['one', 'three', 'one', 'eleven', 'one', 'three', ''];
  expect(asked.map((key) => measure(key).length)).toEqual([3, 5, 3, 6, 3, 5, 0]);
  expect(find.mock.calls.flat()).toEqual(['one', 'three', 'eleven', 'three', '']);
});
