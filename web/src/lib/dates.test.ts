import { expect, test } from 'vitest';
import { formatDate, parseDate } from './dates.ts';

test('[DOC-02] [SITE-03] a day alone is that day wherever the browser is', () => {
  expect(formatDate('2026-03-01')).toBe('03/01/2026');
  expect(parseDate('2026-03-01')?.getHours()).toBe(0);
});

test('[DOC-02] [SITE-03] an instant is shown as its local date', () => {
  const noon = new Date(2026, 2, 1, 12).toISOString();
  expect(formatDate(noon)).toBe('03/01/2026');
});

test.each(['', 'soon', '2026-13-45', 'null'])('%j names no date and stays as it is', (text) => {
  expect(parseDate(text)).toBeNull();
  expect(formatDate(text)).toBe(text);
});
