import { expect, test } from 'vitest';
import { sourceOf } from '../testing/samples.ts';
import { citedSources, webAddress } from './cited-sources.ts';

const numbers = (content: string, ...ns: number[]) =>
  citedSources(
    content,
    ns.map((n) => sourceOf(n)),
  ).map(({ n }) => n);

test('[CHAT-13] sources come once each, in order of first use', () => {
  expect(numbers('A [2], b [1][2] and c [1, 3].', 1, 2, 3)).toEqual([2, 1, 3]);
});

test('[CHAT-13] a mark without its source counts for nothing', () => {
  expect(numbers('A [7] and [1].', 1)).toEqual([1]);
});

test('[CHAT-13] an answer without marks shows all its sources', () => {
  expect(numbers('No marks here.', 1, 2)).toEqual([1, 2]);
  expect(numbers('No sources [1].')).toEqual([]);
});

test.each(['https://ncaa.org/a?b#c', 'http://localhost:8080/', 'HTTPS://NCAA.ORG/'])(
  '[CHAT-13] %s is a web address',
  (address) => {
    expect(webAddress(address)?.href).toBe(new URL(address).href);
  },
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@b.test',
  '//ncaa.org/',
  '/guide',
  '#top',
  'ncaa.org',
  'https://user@ncaa.org/',
  'https://user:pass@ncaa.org/',
  'https://',
  ' https://ncaa.org',
  '',
  null,
  undefined,
])('[CHAT-13] %j is none', (address) => {
  expect(webAddress(address)).toBeNull();
});
