import type { Source } from '@pathway/contract/chat';
import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import { makePassage } from '../testing/make-passage.ts';
import { citeSources, describeConflict } from './cite-sources.ts';
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

test('[CHAT-11] of a long passage the excerpt holds all that is quoted, whatever the answer begins with', () => {
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index} tells what the rain did.`);
  const long = makePassage(lines.join(' '));
  const pieces = readTextUnits(long.text);
  const quoteOf = (from: number, to: number) => ({ passage: long, units: pieces.slice(from, to) });
  const [source] = citeSources([quoteOf(40, 41), quoteOf(20, 23)]).sources;
  expect(source?.excerpt).toBe(citeSources([quoteOf(20, 41)]).sources[0]?.excerpt);
  for (const quoted of source?.quotes ?? []) expect(source?.excerpt).toContain(quoted);
  expect(source?.quotes).toEqual([40, 20, 21, 22].map((index) => lines[index]));
});

test('[CHAT-11] a recognised passage is cited as such', () => {
  const recognised = makePassage('Quiet hours begin at ten.', { confidence: 64 });
  const sourcesOf = (cited: typeof passage) =>
    citeSources([{ passage: cited, units: readTextUnits(cited.text) }]).sources;
  expect(sourcesOf(recognised)).toMatchObject([{ recognised: true }]);
  expect(sourcesOf(passage)[0]).not.toHaveProperty('recognised');
});

const domain = loadDomains()[0];
const source = (fields: Partial<Source>): Source => ({
  n: 1,
  title: 'Rules',
  kind: 'document',
  excerpt: '',
  ...fields,
});

test('[CHAT-13] of sources with different dates the newer official one counts', () => {
  const text = describeConflict(
    [
      source({ as_of: '2023-02-01', authority: 'Old Guide' }),
      source({ as_of: '2026-05-20', authority: 'NCAA' }),
      source({ as_of: '2026-06-20', authority: null, title: 'Blog' }),
      source({ authority: 'Undated' }),
    ],
    domain,
  );
  expect(text).toContain('from February 2023 to May 2026');
  expect(text).toContain('the newer official one counts: NCAA.');
});

test('[CHAT-13] months are named in the language of the answer', () => {
  const [, spanish] = loadDomains();
  const dated = ['2023-02-01', '2026-05-20'].map((as_of) => source({ as_of, authority: 'NCAA' }));
  expect(describeConflict(dated, spanish ?? domain)).toContain('de febrero de 2023 a mayo de 2026');
});

test('[CHAT-13] near dates are no conflict, nor is a source alone or without a date', () => {
  const own = source({ as_of: '2026-06-13', authority: 'NCAA' });
  expect(describeConflict([own, source({ as_of: '2026-05-20' })], domain)).toBe('');
  expect(describeConflict([own, source({})], domain)).toBe('');
  expect(describeConflict([own], domain)).toBe('');
  expect(describeConflict([], domain)).toBe('');
});
