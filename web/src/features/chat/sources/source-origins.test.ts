import { expect, test } from 'vitest';
import { MESSAGES } from '../messages.ts';
import { SPANISH } from '../messages.es.ts';
import { sourceOf } from '../testing/samples.ts';
import { ageOf, originsOf } from './source-origins.ts';

const words = {
  messages: MESSAGES.english,
  locale: 'en-US',
  now: Date.parse('2026-11-21T12:00:00Z'),
};

test('[CHAT-13] each authority stands once for each of its days, with the first page to confirm it', () => {
  const authority = 'NCAA Eligibility Center';
  const origins = originsOf([
    sourceOf(1, { authority, as_of: '2026-06-15' }),
    sourceOf(2, { authority, as_of: '2026-06-15', url: 'https://www.ncaa.org/a', title: 'Core' }),
    sourceOf(3, { authority, as_of: '2026-06-15', url: 'https://www.ncaa.org/b' }),
    sourceOf(4, { authority, as_of: '2025-06-15' }),
  ]);
  expect(origins).toEqual([
    {
      name: authority,
      asOf: '2026-06-15',
      page: { title: 'Core', address: new URL('https://www.ncaa.org/a') },
    },
    { name: authority, asOf: '2025-06-15', page: null },
  ]);
});

test('[CHAT-13] without an authority the site is named, without a web address nobody', () => {
  const origins = originsOf([
    sourceOf(1, { kind: 'site', url: 'https://www.fafsa.gov/apply', as_of: null }),
    sourceOf(2, { url: 'javascript:alert(1)', as_of: '' }),
  ]);
  const found = origins.map(({ name, asOf, page }) => [name, asOf, page?.address.host]);
  expect(found).toEqual([['fafsa.gov', null, 'www.fafsa.gov']]);
});

test.each([
  ['2026-06-01', 'June 2026', false],
  ['2025-12-01', 'December 2025', false],
  ['2025-11-22', 'November 2025', false],
  ['2025-11-20', 'November 2025, more than a year old', true],
  ['2030-01-01', 'January 2030', false],
  ['Spring', 'Spring', false],
  ['', 'no date', false],
  [null, 'no date', false],
])('[CHAT-13] of %j a reader is told %j', (day, text, isStale) => {
  expect(ageOf(day, words)).toEqual({ text, isStale });
});

test('[CHAT-13] in Spanish too', () => {
  const spanish = { ...words, messages: SPANISH, locale: 'es-US' };
  expect(ageOf('2025-06-15', spanish).text).toBe('junio de 2025, hace más de un año');
});
