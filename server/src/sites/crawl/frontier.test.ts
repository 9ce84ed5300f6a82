import { expect, test } from 'vitest';
import { createFrontier, toPattern, normaliseLink } from './frontier.ts';

const ORIGIN = 'https://a.example';

test.each([
  ['/x?utm_source=m&gclid=1&fbclid=2&b=2&a=1#top', '/x?a=1&b=2'],
  ['/x?utm_source=m', '/x'],
  ['/x?', '/x'],
  ['/x;jsessionid=ABC', '/x'],
  ['../y', '/y'],
  ['/brochure.PDF', undefined],
  ['javascript:alert(1)', undefined],
  ['mailto:a@example.com', undefined],
  ['data:text/html,x', undefined],
  [`/${'a'.repeat(2_000)}`, undefined],
])('[SITE-11] the link %s is asked for as %s', (href, path) => {
  const expected = path === undefined ? undefined : `${ORIGIN}${path}`;
  expect(normaliseLink(href, `${ORIGIN}/folder/`)?.href).toBe(expected);
});

test('[SITE-11] addresses made by one template share a pattern', () => {
  const pattern = (path: string) => toPattern(new URL(path, ORIGIN));
  expect(pattern('/calendar/2026-01-02?view=day')).toBe(pattern('/calendar/1999-12-31?view=week'));
  expect(pattern('/rules/division-1')).not.toBe(pattern('/rules/academics'));
});

test('[SITE-11] pages come nearest first, each once, within depth and origin', () => {
  const frontier = createFrontier({
    origin: ORIGIN,
    limits: { depth: 2, urlsPerPattern: 2 },
  });
  const add = (path: string, depth: number) => frontier.add({ url: new URL(path, ORIGIN), depth });
  expect(add('/deep', 2)).toBeUndefined();
  expect(add('/near', 1)).toBeUndefined();
  expect(add('/near', 1)).toBeUndefined();
  expect(add('/too-deep', 3)).toBeUndefined();
  expect(add('https://b.example/', 1)).toBeUndefined();
  expect(['1', '2', '3', '4'].map((day) => add(`/day/${day}`, 1))).toEqual([
    undefined,
    undefined,
    'too many addresses of this kind',
    undefined,
  ]);
  const order = [...Array(5)].map(() => frontier.next()?.url.pathname);
  expect(order).toEqual(['/near', '/day/1', '/day/2', '/deep', undefined]);
});
