import { expect, test } from 'vitest';
import { settledText } from './settled-text.ts';

test.each([
  ['a begun mark', 'June 15. [', 'June 15.'],
  ['half a mark', 'June 15. [1', 'June 15.'],
  ['half a list of marks', 'June 15. [1, 2', 'June 15.'],
  ['a table heading', 'Dates:\n\n| Division | Coaches', 'Dates:\n\n'],
  ['a table without rows', 'Dates:\n\n| a | b |\n|---|--', 'Dates:\n\n'],
  ['a table at the very beginning', '| a | b |\n|---|---|\n', ''],
])('[CHAT-12] %s waits for the rest', (_, text, settled) => {
  expect(settledText(text)).toBe(settled);
});

test.each([
  'June 15. [1]',
  'Plain words',
  'Dates:\n\n| a |\n|---|\n| 1 |',
  'a | b',
  'One [link](https://a.test',
])('[CHAT-12] %j is shown as it is', (text) => {
  expect(settledText(text)).toBe(text);
});
