import { expect, test } from 'vitest';
import { readSiteDraft } from './site-draft.ts';

test.each([
  [' example.com ', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://Example.com', 'HTTPS://Example.com'],
  ['HtTp://example.com', 'HtTp://example.com'],
  ['ftp://example.com', 'https://ftp://example.com'],
  ['httpsexample.com', 'https://httpsexample.com'],
])('[SITE-02] the address %j is sent as %j', (url, sent) => {
  expect(readSiteDraft({ url, tags: '' }, []).url).toBe(sent);
});

test.each([
  ['news, blog ,docs', ['news', 'blog', 'docs']],
  [' , ,, ', []],
  ['', []],
  ['one two', ['one two']],
  ['ncaa, News, news', ['NCAA', 'News']],
])('[SITE-02] the tags %j are sent as %j', (tags, sent) => {
  expect(readSiteDraft({ url: 'x', tags }, ['NCAA']).tags).toEqual(sent);
});
