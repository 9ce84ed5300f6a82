import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

test.each([
  ['30', 30],
  ['0.4', 1],
  ['Fri, 20 Nov 2026 10:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 09:00:00 GMT', null],
  ['0', null],
  ['soon', null],
  ['', null],
  [null, null],
])('[CHAT-09] Retry-After %j means %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, NOW_MS)).toBe(seconds);
});
