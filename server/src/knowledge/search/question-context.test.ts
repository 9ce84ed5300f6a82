import { expect, test } from 'vitest';
import { addContext, measureContext, measureLeaning } from './question-context.ts';
import type { RankedSection } from './measure-sections.ts';
import { loadSectionWeights } from './section-weights.ts';

const { odds } = loadSectionWeights().withVectors;
const section = (name: string, utility: number): RankedSection => {
  const [source = '', ordinal = '0'] = name.split(' ');
  const isAbsent = source === 'absent';
  return {
    sectionId: (isAbsent ? 900 : 10 * source.charCodeAt(0)) + Number(ordinal),
    source: isAbsent ? null : source,
    ordinal: Number(ordinal),
    isAbsent,
    utility,
  };
};
const contextOf = (own: RankedSection[], earlier: RankedSection[][], recency = 0.5) =>
  new Map(
    measureContext(own, earlier, { odds, recency }).map(({ source, ordinal, utility, context }) => [
      `${source ?? 'absent'} ${ordinal}`,
      { utility, ...context },
    ]),
  );

test('the section, its source and the section after it gain from what was asked before', () => {
  const own = ['a 1', 'a 2', 'a 3', 'b 1', 'b 2'].map((name) => section(name, 2));
  const context = contextOf(own, [[section('a 2', 9), section('b 1', 1), section('a 1', 0.5)]]);
  const [same, next, other] = ['a 2', 'a 3', 'b 2'].map((name) => context.get(name));
  expect(same?.question).toBeGreaterThan(next?.question ?? 0);
  expect(next?.next).toBeGreaterThan(0.99);
  expect(same?.next).toBeLessThan(0.01);
  expect(next?.source).toBe(same?.source);
  expect(other?.source).toBeLessThan(0.01);
  const mean = [...context.values()].reduce((sum, { question }) => sum + question, 0);
  expect(mean).toBeCloseTo(0, 10);
});

test('a section that only the question before found is a candidate below all others', () => {
  const context = contextOf([section('a 1', 3), section('b 1', 1)], [[section('c 1', 9)]]);
  expect(context.get('c 1')).toMatchObject({ utility: 1, source: 1 });
});

test('words in passing and absent topics say little or nothing', () => {
  const own = ['a 1', 'b 1'].map((name) => section(name, 2));
  const spoken = [section('a 1', 9), section('b 1', 1)];
  const passing = [section('b 1', 1), section('a 1', 0.9)];
  const both = contextOf(own, [spoken, passing]);
  expect(both.get('a 1')?.question).toBeGreaterThan(both.get('b 1')?.question ?? 0);
  const absent = contextOf(own, [[section('absent 1', 9), ...passing]]);
  expect(absent.get('a 1')).toMatchObject({ question: 0, source: 0, next: 0 });
});

test('what was asked last counts more than what was asked before it', () => {
  const own = ['a 1', 'b 1'].map((name) => section(name, 2));
  const [first, last] = ['a 1', 'b 1'].map((name) => [section(name, 9), section('c 1', 1)]);
  const sharesAt = (recency: number) => {
    const context = contextOf(own, [first ?? [], last ?? []], recency);
    return [context.get('a 1')?.source ?? 0, context.get('b 1')?.source ?? 0];
  };
  const [before = 0, after = 0] = sharesAt(0.25);
  expect(after / before).toBeCloseTo(4, 1);
  const [same = 0, alike = 1] = sharesAt(1);
  expect(alike).toBeCloseTo(same, 10);
});

test('a question leans the less on others, the more it says, and not at all on words that nobody knows', () => {
  const known = (term: string) => ({ term, idf: 2, documentFrequency: 3 });
  const light = { term: 'want', idf: 1, documentFrequency: 9 };
  const leaningOf = (terms: (typeof light)[]) =>
    measureLeaning(new Map(terms.map(({ term, idf }) => [term, idf === 1 ? 0.5 : 1])), terms);
  expect(leaningOf([light])).toBe(1);
  expect(leaningOf([known('cost')])).toBe(1 / 2);
  expect(leaningOf([known('cost'), known('visit')])).toBe(1 / 3);
  expect(leaningOf([{ term: 'parrot', idf: 5, documentFrequency: 0 }])).toBe(0);
  expect(measureLeaning(new Map(), [])).toBe(1);
});

test('context is added by its weights and by how much a question leans on it', () => {
  const measured = [
    { ...section('a 1', 2), context: { question: 1, source: 0, next: 0 } },
    { ...section('b 1', 1), context: { question: 0, source: 0.5, next: 1 } },
  ];
  const weights = { question: 1, source: 2, next: 4 };
  const utilitiesAt = (leaning: number) =>
    addContext(measured, leaning, weights).map(({ source, utility }) => [source, utility]);
  expect(utilitiesAt(0)).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(utilitiesAt(0.5)).toEqual([
    ['b', 3.5],
    ['a', 2.5],
  ]);
});
