import { expect, test } from 'vitest';
import type { PassageHit } from './passage.ts';
import { rerankByCloseness } from './rerank-by-closeness.ts';

const terms = ['parent', 'sign'].map((term) => ({ term, asked: 1, expanded: 1 }));
const hitOf = (text: string, id: number, score = 1): PassageHit => ({
  passage: {
    id,
    source: {
      kind: 'document',
      id: 'guide',
      title: 'Guide',
      url: null,
      authority: null,
      asOf: null,
      tags: [],
    },
    ordinal: id,
    headingPath: [],
    page: null,
    pageLabel: null,
    text,
  },
  bm25: 1,
  cosine: null,
  score,
});
const order = (texts: readonly string[]) =>
  rerankByCloseness(
    texts.map((text, index) => hitOf(text, index)),
    { terms, sequence: ['parent', 'sign'] },
  ).map(({ passage }) => passage.text);

test('words in one sentence come before the same words in two', () => {
  const apart = 'A parent may come. Somebody has to sign.';
  const together = 'A parent may come and has to sign. Somebody.';
  expect(order([apart, together])).toEqual([together, apart]);
});

test('words side by side come before words in one sentence', () => {
  const near = 'The form that each parent reads and signs.';
  const beside = 'The form that the parent signs.';
  expect(order([near, beside])).toEqual([beside, near]);
});

test('equals keep their order, and a question without words changes nothing', () => {
  const hits = [hitOf('b', 1, 2), hitOf('a', 2), hitOf('c', 3)];
  expect(rerankByCloseness(hits, { terms: [], sequence: [] })).toEqual(hits);
});
