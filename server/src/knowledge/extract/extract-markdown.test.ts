import { expect, test } from 'vitest';
import { extractMarkdown, readFrontMatter } from './extract-markdown.ts';

const DOCUMENT = `---
title: "Visits: official and not"
authority: NCAA
source_url: https://www.ncaa.org/visits
as_of: 2026-06-24
review_by: soon
applies_to:
  divisions: [D1]
tags: [visits, d1]
---

# Visits

An **official** visit is *paid* by the [college](https://example.com/a_b).
It lasts two days.

## Limits

- One per school,
  with exceptions
- No \`limit\` in all

| Division | Visits |
|----------|:------:|
| D1       | no limit |
| D2       | no limit \\| yet |
`;

test('a markdown document becomes plain headings, paragraphs, lists and rows that name their columns', () => {
  expect(extractMarkdown(Buffer.from(DOCUMENT))).toEqual({
    title: 'Visits: official and not',
    blocks: [
      { kind: 'heading', level: 1, text: 'Visits' },
      { kind: 'paragraph', text: 'An official visit is paid by the college. It lasts two days.' },
      { kind: 'heading', level: 2, text: 'Limits' },
      { kind: 'list', text: '- One per school, with exceptions\n- No limit in all' },
      {
        kind: 'table',
        text: 'Division: D1 | Visits: no limit\nDivision: D2 | Visits: no limit | yet',
      },
    ],
  });
});

test('the head tells authority, address, dates and tags; what is not a date counts as absent', () => {
  expect(readFrontMatter(DOCUMENT).frontMatter).toEqual({
    title: 'Visits: official and not',
    authority: 'NCAA',
    sourceUrl: 'https://www.ncaa.org/visits',
    asOf: '2026-06-24',
    reviewBy: null,
    tags: ['visits', 'd1'],
  });
});

test('a document without a head is titled by its first heading', () => {
  expect(extractMarkdown(Buffer.from('# Aid #\n\nText.')).title).toBe('Aid');
});
