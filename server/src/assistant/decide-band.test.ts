import { expect, test } from 'vitest';
import type { SearchResult } from '../knowledge/search/passage.ts';
import { decideBand, measureBand } from './decide-band.ts';
import { makePassage } from './testing/make-passage.ts';

const result = (bm25: number, cosine: number | null): SearchResult => ({
  hits: [{ passage: makePassage('Text.'), bm25, cosine, score: 1 }],
  terms: [
    { term: 'core', idf: 3, documentFrequency: 5 },
    { term: 'cours', idf: 2, documentFrequency: 9 },
    { term: 'the', idf: 0, documentFrequency: 0 },
  ],
});

test('[CHAT-14] the band is the best BM25 over the weight of the words, plus 1.5 times the best cosine', () => {
  expect(measureBand(result(5, 0.4))).toEqual({ value: 1.6, hasVectors: true });
  expect(measureBand(result(5, null))).toEqual({ value: 1, hasVectors: false });
});

test.each([
  [2.5, 0.39, 'not_covered'],
  [2.5, 0.41, 'closest'],
  [5, 0.32, 'closest'],
  [5, 0.34, 'answered'],
  [2.7, null, 'not_covered'],
  [2.8, null, 'closest'],
  [4.1, null, 'answered'],
] as const)('[CHAT-14] BM25 %d with cosine %s is %s', (bm25, cosine, band) => {
  expect(decideBand(result(bm25, cosine))).toBe(band);
});

test('[CHAT-14] the limits are configuration', () => {
  const bands = {
    withVectors: { closest: 0, answered: 0.1 },
    wordsOnly: { closest: 0, answered: 0.1 },
  };
  expect(decideBand(result(1, null), bands)).toBe('answered');
});

test('[CHAT-14] nothing found, or only stop words, is not covered', () => {
  expect(decideBand({ hits: [], terms: [] })).toBe('not_covered');
  expect(decideBand({ ...result(0, null), terms: [] })).toBe('not_covered');
});
