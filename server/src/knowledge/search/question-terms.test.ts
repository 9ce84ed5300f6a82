import { expect, test } from 'vitest';
import { analyzeQuestion, chooseTerms, measureShare, weighWords } from './question-terms.ts';
import { loadSectionWeights } from './section-weights.ts';

const asked = (frequencies: Record<string, number>) =>
  Object.entries(frequencies).map(([term, documentFrequency]) => ({
    term,
    documentFrequency,
    idf: 1 / (1 + documentFrequency),
  }));
const namesOf = (chosen: ReadonlyMap<string, number>) => [...chosen.keys()];

test('stop words are told apart from what is searched, each word once', () => {
  expect(analyzeQuestion('Is the visit a visit to the coach?')).toEqual({
    terms: ['visit', 'coach'],
    stopTerms: ['is', 'the', 'a', 'to'],
  });
});

test('terms that nothing holds are not looked for', () => {
  expect(namesOf(chooseTerms(asked({ loan: 10, yacht: 0 })))).toEqual(['loan']);
});

test('a question that would read too much loses its commonest words', () => {
  expect(namesOf(chooseTerms(asked({ commoner: 40_000, common: 35_000, rare: 5 })))).toEqual([
    'rare',
    'common',
  ]);
  expect(namesOf(chooseTerms(asked({ student: 90_000 })))).toEqual(['student']);
});

test('a word of every question says less, a stop word nothing', () => {
  const { lightWord } = loadSectionWeights();
  const term = (name: string, idf: number) => ({ term: name, idf, documentFrequency: 1 });
  const words = weighWords([term('visit', 2), term('want', 2), term('the', 0)]);
  expect([...words]).toEqual([
    ['visit', 2],
    ['want', 2 * lightWord],
  ]);
  expect(measureShare(words, new Set(['visit']))).toBeCloseTo(1 / (1 + lightWord), 10);
  expect(measureShare(new Map(), new Set(['visit']))).toBe(0);
});
