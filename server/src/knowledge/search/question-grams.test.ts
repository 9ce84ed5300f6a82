import { expect, test } from 'vitest';
import {
  countGrams,
  joinWords,
  loadGramRarity,
  measureGrams,
  weighGrams,
} from './question-grams.ts';

const rarity = { texts: 10, averageLength: 8, held: { ' can': 9, 'can ': 9 } };

test('grams run over the ends of words, in lower case and without marks', () => {
  const { frequencies, length } = countGrams(joinWords('Can I?'));
  expect([...frequencies.keys()]).toEqual([' can', 'can ', 'an i', 'n i ']);
  expect(length).toBe(4);
  expect(countGrams(joinWords('!')).frequencies.size).toBe(0);
});

test('a gram that many texts hold weighs little', () => {
  const { weights, whole } = weighGrams('can i', rarity);
  const idf = (held: number) => Math.log(1 + (10 - held + 0.5) / (held + 0.5));
  expect(weights.get(' can')).toBeCloseTo(idf(9), 10);
  expect(weights.get('an i')).toBeCloseTo(idf(1), 10);
  expect(whole).toBeCloseTo(2 * idf(9) + 2 * idf(1), 10);
});

test('a text is measured by BM25 over the weight of the question', () => {
  const options = { bm25: { k1: 1.2, b: 0.75 }, averageLength: 4 };
  expect(
    measureGrams(weighGrams('can i', rarity), countGrams(joinWords('can i')), options),
  ).toBeCloseTo(1, 10);
  expect(measureGrams(weighGrams('can i', rarity), countGrams(joinWords('xyz')), options)).toBe(0);
  expect(measureGrams(weighGrams('', rarity), countGrams(joinWords('can i')), options)).toBe(0);
});

test('the rarity of English and Spanish is known, and of no other language', () => {
  for (const language of ['en', 'es']) {
    const { texts = 0, held = {} } = loadGramRarity(language) ?? {};
    expect(Object.keys(held).length).toBeGreaterThan(5_000);
    expect(Math.max(...Object.values(held))).toBeLessThanOrEqual(texts);
  }
  expect(loadGramRarity('fr')).toBeUndefined();
});
