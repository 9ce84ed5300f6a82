import { expect, test } from 'vitest';
import { measureBand } from './measure-band.ts';
import type { Passage } from './passage.ts';

const TERMS = ['core', 'cours', 'divis', 'requir', 'coach'].map((term) => ({
  term,
  idf: 2,
  documentFrequency: 5,
}));
const PASSAGE: Passage = {
  id: 1,
  source: {
    kind: 'document',
    id: 'guide',
    title: 'Guide',
    url: null,
    authority: null,
    asOf: null,
    tags: [],
  },
  sectionId: null,
  isIntroduction: false,
  language: 'en',
  ordinal: 0,
  headingPath: [],
  page: null,
  pageLabel: null,
  text: 'Text.',
};
const STOPPED = { term: 'the', idf: 0, documentFrequency: 0 };

/** A question of five words that weigh 10 together. */
const result = (bm25: number, coverage: number, cosine: number | null) => ({
  hits: [{ passage: PASSAGE, section: '', probability: 0, score: 1, bm25, coverage, cosine }],
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
