import { expect, test } from 'vitest';
import { readRetryAfter } from './create-fetcher.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['7', 7_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['', 5_000],
  ['soon', 5_000],
])('[SITE-11] Retry-After %j is a pause of %i ms', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms);
});
