import { expect, test } from 'vitest';
import { listConcepts, measureConcepts, measureNamed } from './question-concepts.ts';
import { analyzeQuestion, createQuestionExpander } from './question-terms.ts';
import { loadRankingWeights } from './ranking-weights.ts';

const expand = createQuestionExpander();
function conceptsOf(text: string, frequencies: Record<string, number>) {
  const question = analyzeQuestion(text);
  const statistics = {
    collection: { passages: 1_000, words: 100_000 },
    documentFrequencies: new Map(Object.entries(frequencies)),
  };
  return listConcepts(
    question.terms,
    { related: expand(question), statistics },
    loadRankingWeights().search,
  );
}

test('[CHAT-11] a word that no passage holds weighs no more than the words that stand for it', () => {
  const frequencies = { parent: 100, school: 10 };
  const [mom, school] = conceptsOf('Does mom like the school?', frequencies).filter(({ shares }) =>
    ['mom', 'school'].some((term) => shares.get(term) === 1),
  );
  expect(mom?.shares.get('parent')).toBe(0.8);
  expect(mom?.weight).toBeLessThan(school?.weight ?? 0);
  expect(conceptsOf('mom', {})[0]?.weight).toBeGreaterThan(7);
});

test('[CHAT-11] a text holds what it names by the word or by its best substitute', () => {
  const concepts = [
    {
      weight: 3,
      shares: new Map([
        ['mom', 1],
        ['parent', 0.7],
        ['aunt', 0.35],
      ]),
    },
    { weight: 1, shares: new Map([['pay', 1]]) },
  ];
  const share = (...terms: string[]) => measureConcepts(concepts, new Set(terms));
  expect(share('mom', 'parent', 'pay')).toBe(1);
  expect(share('aunt', 'parent')).toBeCloseTo(0.525, 10);
  expect(share('pay')).toBe(0.25);
  expect(share()).toBe(0);
  expect(measureConcepts([], new Set(['pay']))).toBe(0);
});

test('[CHAT-11] a word that people put into every question weighs less than its rarity', () => {
  const [make, pay] = conceptsOf('How do we make it and pay?', { make: 10, pay: 10 });
  expect(make?.weight).toBeCloseTo(0.5 * (pay?.weight ?? 0), 10);
});

test('[CHAT-11] what a phrase means stands for each of its words', () => {
  const concepts = conceptsOf('Nobody wrote back', { answer: 20, wrote: 1, back: 30 });
  const shares = concepts.map((concept) => concept.shares.get('answer'));
  expect(shares).toEqual([undefined, 0.8, 0.8]);
});

test('[CHAT-11] a filler or a number that no passage holds weighs nothing, one that is held does', () => {
  const weigh = (held: Record<string, number>) =>
    conceptsOf('lol 2250 90k', held).map(({ weight }) => weight > 0);
  expect(weigh({})).toEqual([false, false, false]);
  expect(weigh({ lol: 1, 2250: 1, '90k': 1 })).toEqual([true, true, true]);
});

test('[CHAT-11] of a heading counts which of its words the question names, by substitutes too', () => {
  const concepts = [
    {
      weight: 9,
      shares: new Map([
        ['mom', 1],
        ['parent', 0.8],
      ]),
    },
  ];
  expect(measureNamed(concepts, new Set(['parent', 'sign']))).toBe(0.4);
  expect(measureNamed(concepts, new Set(['mom']))).toBe(1);
  expect(measureNamed(concepts, new Set())).toBe(0);
});
