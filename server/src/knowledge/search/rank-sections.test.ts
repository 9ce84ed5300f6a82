import { expect, test } from 'vitest';
import type { MeasuredSection, SectionQuestion } from './measure-sections.ts';
import {
  createSectionFinder,
  joinQuestions,
  measureChance,
  rankSections,
  weighSectionTerms,
} from './rank-sections.ts';
import { loadSectionWeights } from './section-weights.ts';

const weights = loadSectionWeights();
const section = (sectionId: number, words: number, centre = 0): MeasuredSection => ({
  sectionId,
  isAbsent: false,
  words,
  centre,
});
const embed = async (text: string) => ({
  model: 'letters',
  dimensions: 2,
  vector: Float32Array.of(text.length, 1),
});

test('sections come by words and centre, and whoever leads clearly is likelier', () => {
  const ranked = rankSections(
    [section(1, 0.2), section(2, 1.5, 0.8), section(3, 0.3)],
    weights.withVectors,
  );
  expect(ranked.map(({ sectionId }) => sectionId)).toEqual([2, 3, 1]);
  const alone = ranked[0]?.probability ?? 0;
  const [besideTwin] = rankSections(
    [section(2, 1.5, 0.8), section(4, 1.45, 0.8)],
    weights.withVectors,
  );
  expect(alone).toBeGreaterThan(0.9);
  expect(besideTwin?.probability).toBeLessThan(alone - 0.2);
});

test('a chance is the logistic of its odds', () => {
  const odds = { bias: -1, utility: 0.5, lead: 2 };
  expect(measureChance(2, 0.5, { odds })).toBeCloseTo(1 / (1 + Math.exp(-1)), 10);
});

test('words of every question count less', () => {
  expect(weighSectionTerms('want visits', 'en')).toEqual(
    new Map([
      ['want', weights.lightWord],
      ['visit', 1],
    ]),
  );
});

test('a question joined with the one before takes over what is new, by its share', async () => {
  const question: SectionQuestion = {
    language: 'en',
    terms: new Map([['d2', 1]]),
    embedding: await embed('ab'),
  };
  const before = {
    terms: new Map([
      ['gpa', 1],
      ['d2', 1],
    ]),
    embedding: await embed('abcd'),
  };
  const joined = joinQuestions(question, before, { words: 0.5, vector: 0.25, alone: 1 });
  expect(joined.terms).toEqual(
    new Map([
      ['d2', 1],
      ['gpa', 0.5],
    ]),
  );
  expect([...(joined.embedding?.vector ?? [])]).toEqual([3, 1.25]);
});

test('the question before is taken along only where the question alone finds nothing surely', async () => {
  const asked: string[][] = [];
  const finder = (words: number) =>
    createSectionFinder(async ({ terms }) => {
      asked.push([...terms.keys()]);
      return { sections: [section(1, words)], terms: [] };
    });
  const query = { question: 'visits in D2', asked: 'in D2?', previous: 'visits', language: 'en' };
  await finder(9)(query, async () => undefined);
  expect(asked).toEqual([['d2']]);
  await finder(0)(query, async () => undefined);
  expect(asked.slice(1)).toEqual([['d2'], ['d2', 'visit']]);
});
