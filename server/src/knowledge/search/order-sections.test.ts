import { expect, test } from 'vitest';
import type { RatedPassage } from './find-passages.ts';
import { orderSections } from './order-sections.ts';
import type { RankedSection } from './measure-sections.ts';
import { measureChance } from './section-weights.ts';

const rated = (text: string, utility: number, sectionId: number | null = null): RatedPassage => ({
  passage: {
    id: text.length,
    source: {
      kind: 'document',
      id: 'guide',
      title: 'Guide',
      url: null,
      authority: null,
      asOf: null,
      tags: [],
    },
    ordinal: text.length,
    sectionId,
    isIntroduction: false,
    language: 'en',
    headingPath: [],
    page: null,
    pageLabel: null,
    text,
    confidence: null,
  },
  section: text,
  fit: { words: 0, related: 0, cosine: 0, grams: 0, close: 0, pairs: 0 },
  utility,
  bm25: 1,
  cosine: null,
});
const section = (sectionId: number, utility: number, isAbsent = false): RankedSection => ({
  sectionId,
  source: 'guide',
  ordinal: sectionId,
  utility,
  isAbsent,
});
const order = (sections: RankedSection[], passages: RatedPassage[]) =>
  orderSections({
    sections,
    passages,
    bySections: 'withVectors',
    hasVectors: true,
    listSentences: () => new Map(),
  });
const textsOf = ({ hits }: ReturnType<typeof order>) => hits.map(({ passage }) => passage.text);

test('[CHAT-11] a passage without known questions comes before a section that fits less, and after one that fits more', () => {
  const passages = [rated('upload', 8), rated('known', 1, 1)];
  expect(textsOf(order([section(1, 4)], passages))).toEqual(['upload', 'known']);
  expect(textsOf(order([section(1, 12)], passages))).toEqual(['known', 'upload']);
});

test('[CHAT-14] a topic that no source holds outranks what fits less, and yields to what fits more', () => {
  const absent = section(9, 8, true);
  expect(order([absent], [rated('upload', 4)]).isAbsent).toBe(true);
  expect(order([absent], [rated('upload', 12)]).isAbsent).toBe(false);
  expect(order([], []).isAbsent).toBe(false);
});

test('a section is as likely as it leads the best other one, a passage among them', () => {
  const chanceOf = (passages: RatedPassage[]) =>
    order([section(1, 8), section(2, 4)], [rated('known', 1, 1), ...passages]).hits.find(
      ({ passage }) => passage.text === 'known',
    )?.probability ?? 0;
  expect(chanceOf([rated('upload', 7)])).toBeLessThan(chanceOf([]));
  expect(chanceOf([rated('upload', 2)])).toBe(chanceOf([]));
});

test('the passages of a section stay together, in reading order, with one chance', () => {
  const { hits } = order([section(1, 8)], [rated('second', 5, 1), rated('first', 1, 1)]);
  expect(hits.map(({ passage }) => passage.text)).toEqual(['first', 'second']);
  expect(hits[0]?.probability).toBe(hits[1]?.probability);
});

test('a chance grows with utility and lead, and is even where the odds are', () => {
  const odds = { bias: -1, utility: 0.1, lead: 2 };
  expect(measureChance(5, 0.25, odds)).toBeCloseTo(0.5, 10);
  expect(measureChance(5, 1, odds)).toBeGreaterThan(measureChance(5, 0, odds));
  expect(measureChance(9, 0, odds)).toBeGreaterThan(measureChance(5, 0, odds));
});
