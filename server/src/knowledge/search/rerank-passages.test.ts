import { expect, test } from 'vitest';
import type { PassageHit } from './passage.ts';
import { loadRankingWeights } from './ranking-weights.ts';
import { rerankPassages as rerank } from './rerank-passages.ts';

const rerankPassages = (
  hits: Parameters<typeof rerank>[0],
  question: Parameters<typeof rerank>[1],
) => rerank(hits, question, loadRankingWeights().search.rerank);

const concepts = ['parent', 'sign'].map((term) => ({
  weight: 1,
  shares: new Map([
    [term, 1],
    [term === 'parent' ? 'guardian' : 'initial', 0.7],
  ]),
}));
const weights = new Map([
  ['parent', 1],
  ['sign', 1],
]);
const question = { concepts, weights, sequence: ['parent', 'sign'] };
const hitOf = (text: string, id: number, score = 1, source = `guide-${id}`): PassageHit => ({
  passage: {
    id,
    source: {
      kind: 'document',
      id: source,
      title: 'Guide',
      url: null,
      authority: null,
      asOf: null,
      tags: [],
    },
    sectionId: null,
    isIntroduction: false,
    language: 'en',
    ordinal: id,
    headingPath: [],
    page: null,
    pageLabel: null,
    text,
  },
  section: source,
  probability: 0,
  bm25: 1,
  coverage: 0,
  cosine: null,
  score,
});
const textsOf = (hits: readonly PassageHit[]) => hits.map(({ passage }) => passage.text);
const order = (texts: readonly string[]) =>
  textsOf(
    rerankPassages(
      texts.map((text, index) => hitOf(text, index)),
      question,
    ),
  );

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

test('words near each other, in either order, come before words far apart', () => {
  const far = 'Parents who come to the office in the morning with all of the papers may sign.';
  const close = 'Sign it, parents who come to the office in the morning with all of the papers.';
  expect(order([far, close])).toEqual([close, far]);
});

test('a synonym stands for most of a word, not for all of it', () => {
  const texts = ['The guardian signs.', 'The neighbour signs.', 'The parent signs.'];
  const hits = rerankPassages(
    texts.map((text, index) => hitOf(text, index)),
    question,
  );
  expect(textsOf(hits)).toEqual([texts[2], texts[0], texts[1]]);
  expect(hits.map(({ coverage }) => Number(coverage.toFixed(3)))).toEqual([1, 0.85, 0.5]);
});

test('among equals comes first what stands under a heading that the question names, and no more', () => {
  const under = (heading: string, id: number) => {
    const hit = hitOf('A parent signs.', id);
    return { ...hit, passage: { ...hit.passage, headingPath: [heading] } };
  };
  const hits = [
    under('Other forms', 1),
    under('What a parent signs, pays and reads in spring', 2),
    under('What a parent signs', 3),
  ];
  expect(rerankPassages(hits, question).map(({ passage }) => passage.id)).toEqual([3, 2, 1]);
});

test('among equals comes first what stands in a source that has more of it', () => {
  const text = 'A parent signs.';
  const hits = [hitOf(text, 1, 1, 'lonely'), hitOf(text, 2, 1, 'rich'), hitOf(text, 3, 1, 'rich')];
  expect(rerankPassages(hits, question).map(({ passage }) => passage.id)).toEqual([2, 3, 1]);
});

test('a question without words leaves the order as it is', () => {
  const hits = [hitOf('b', 1, 3), hitOf('a', 2, 2), hitOf('c', 3, 1)];
  const nothing = { concepts: [], weights: new Map<string, number>(), sequence: [] };
  expect(textsOf(rerankPassages(hits, nothing))).toEqual(['b', 'a', 'c']);
});
