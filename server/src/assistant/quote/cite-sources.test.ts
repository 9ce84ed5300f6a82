import type { Source } from '@pathway/contract/chat';
import { expect, test } from 'vitest';
import { loadDomain } from '../domain.ts';
import { makePassage } from '../testing/make-passage.ts';
import { citeSources, describeDates } from './cite-sources.ts';
import { readTextUnits } from './text-unit.ts';

const passage = makePassage(
  'First of all it rains here. Then it also snows a lot. At last the sun shines.',
  {
    page: 4,
    pageLabel: 'iv',
    pageTurns: [
      { start: 0, page: 3, pageLabel: 'iii' },
      { start: 28, page: 4, pageLabel: 'iv' },
      { start: 54, page: 5, pageLabel: 'v' },
    ],
  },
);
const units = readTextUnits(passage.text);

test.each([
  [[0], { page: 3, page_label: 'iii' }],
  [[1], { page: 4, page_label: 'iv' }],
  [[2], { page: 5, page_label: 'v' }],
  [[1, 2], { page: 4, page_label: 'iv', page_end: 5, page_end_label: 'v' }],
])('[CHAT-11] the sentences %j are cited by the pages on which they stand', (chosen, pages) => {
  const quote = { passage, units: chosen.flatMap((index) => units[index] ?? []) };
  const [source] = citeSources([quote]).sources;
  expect(source).toMatchObject(pages);
  expect(source !== undefined && 'page_end' in source).toBe('page_end' in pages);
});

const { texts } = loadDomain();
const at = { now: new Date('2026-11-20T12:00:00Z'), texts };
const source = (fields: Partial<Source>): Source => ({
  n: 1,
  title: 'Rules',
  kind: 'document',
  excerpt: '',
  ...fields,
});

test('[CHAT-13] a dated source says as of when it speaks and where to confirm it', () => {
  expect(describeDates([source({ as_of: '2026-06-13', authority: 'NCAA' })], at)).toBe(
    '*As of June 2026 — confirm at NCAA.*',
  );
});

test.each([
  ['https://www.ncaa.org/a_(b)?c=1', '[NCAA](https://www.ncaa.org/a_%28b%29?c=1)'],
  ['javascript:alert(1)', 'NCAA'],
  ['https://user:pass@www.ncaa.org/', 'NCAA'],
  ['no address', 'NCAA'],
])('[CHAT-13] the place to confirm at, %j, is shown as %j', (url, shown) => {
  expect(describeDates([source({ as_of: '2026-06-13', authority: 'NCAA', url })], at)).toBe(
    `*As of June 2026 — confirm at ${shown}.*`,
  );
});

test('[CHAT-13] an old or undated source says so', () => {
  const text = describeDates(
    [
      source({ as_of: '2025-01-05', authority: 'NCAA' }),
      source({ url: 'https://www.example.edu/a' }),
    ],
    at,
  );
  expect(text).toContain('As of January 2025, more than a year ago — confirm at NCAA.');
  expect(text).toContain('[example.edu](https://www.example.edu/a): the source carries no date');
});

test('[CHAT-13] of sources with different dates the newer official one counts', () => {
  const text = describeDates(
    [
      source({ as_of: '2023-02-01', authority: 'Old Guide' }),
      source({ as_of: '2026-05-20', authority: 'NCAA' }),
      source({ as_of: '2026-06-20', authority: null, title: 'Blog' }),
    ],
    at,
  );
  expect(text).toContain('from February 2023 to May 2026');
  expect(text).toContain('the newer official one counts: NCAA.');
});

test('[CHAT-13] one document is named once, and near dates are no conflict', () => {
  const pair = [
    source({ as_of: '2026-06-13', authority: 'NCAA' }),
    source({ n: 2, as_of: '2026-06-13', authority: 'NCAA' }),
  ];
  expect(describeDates(pair, at)).toBe('*As of June 2026 — confirm at NCAA.*');
  expect(
    describeDates([...pair, source({ as_of: '2026-05-20', authority: 'NAIA' })], at),
  ).not.toContain('disagree');
  expect(describeDates([], at)).toBe('');
});
