import { expect, test } from 'vitest';
import type { SearchResult } from '../knowledge/search/passage.ts';
import { decideBand, measureBand } from './coverage.ts';
import { makePassage } from './testing/make-passage.ts';

const TERMS = ['core', 'cours', 'divis', 'requir', 'coach'].map((term) => ({
  term,
  idf: 2,
  documentFrequency: 5,
}));
const STOPPED = { term: 'the', idf: 0, documentFrequency: 0 };

/** A question of five words that weigh 10 together. */
const result = (bm25: number, coverage: number, cosine: number | null): SearchResult => ({
  hits: [{ passage: makePassage('Text.'), bm25, coverage, cosine, score: 1 }],
  terms: [...TERMS, STOPPED],
});

test('[CHAT-14] the band is what the best passage holds of the words, plus the best cosine', () => {
  const { value, hasVectors } = measureBand(result(10, 0.5, 0.4));
  expect([value, hasVectors]).toEqual([expect.closeTo(1.2, 10), true]);
  expect(measureBand(result(10, 0.5, null))).toEqual({ value: 0.8, hasVectors: false });
});

test('[CHAT-14] a question told at length needs to be held to a smaller share', () => {
  const long = { ...result(5, 0.5, null), terms: [...TERMS, ...TERMS] };
  expect(measureBand(long).value).toBeCloseTo(0.425 * 2 ** 0.45, 10);
});

test('[CHAT-14] a word weighs what its concept does, and one that weighs nothing is no word of the question', () => {
  const weigh = (index: number, weight: number) => ({
    weight,
    shares: new Map([[`w${index}`, 1]]),
  });
  const terms = TERMS.map((one, index) => ({ ...one, concept: weigh(index, 1) }));
  const filler = { term: 'lol', idf: 9, documentFrequency: 0, concept: weigh(9, 0) };
  const value = 0.5 * (3 / 5) + 0.6 * 0.5;
  expect(measureBand({ ...result(3, 0.5, null), terms: [...terms, filler] }).value).toBeCloseTo(
    value,
    10,
  );
});

test.each([
  [10, 0.5, 0.04, 'not_covered'],
  [10, 0.5, 0.06, 'closest'],
  [10, 0.5, 0.39, 'closest'],
  [10, 0.5, 0.41, 'answered'],
  [6, 0.4, null, 'not_covered'],
  [7, 0.4, null, 'closest'],
  [9, 0.5, null, 'answered'],
] as const)(
  '[CHAT-14] BM25 %d, coverage %d with cosine %s is %s',
  (bm25, coverage, cosine, band) => {
    expect(decideBand(result(bm25, coverage, cosine))).toBe(band);
  },
);

test('[CHAT-14] the limits are configuration', () => {
  const bands = {
    withVectors: { closest: 0, answered: 0.1 },
    wordsOnly: { closest: 0, answered: 0.1 },
  };
  expect(decideBand(result(5, 0, null), bands)).toBe('answered');
});

test('[CHAT-14] nothing found, or only stop words, is not covered', () => {
  expect(decideBand({ hits: [], terms: [] })).toBe('not_covered');
  expect(decideBand({ ...result(0, 0, null), terms: [] })).toBe('not_covered');
});
