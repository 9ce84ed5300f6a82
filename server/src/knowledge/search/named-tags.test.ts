import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNamedTags, preferTagged } from './named-tags.ts';
import type { PassageHit } from './passage.ts';

const KNOWN_TAGS = ['core-courses', 'NAIA', 'visits', 'the', '***', 'financial aid', 'é', 'aid'];

test.each([
  ['Is chemistry a core course?', ['core-courses']],
  ['Which courses are core?', []],
  ['What does the NAIA’s center ask?', ['NAIA']],
  ['How long is an official visit?', ['visits']],
  ['Who gets financial aid?', ['financial aid', 'aid']],
  ['Who gets aid?', ['aid']],
  ['Is there a raid?', []],
  ['the', []],
  ['', []],
])('[CHAT-11] %j names the tags %j', (question, named) => {
  expect(findNamedTags(question, KNOWN_TAGS)).toEqual(named);
});

function hit(id: number, score: number, more: Partial<PassageHit> & { tags?: string[] } = {}) {
  const { tags = [], ...rest } = more;
  const source = {
    kind: 'document' as const,
    id: String(id),
    title: 'Guide',
    url: null,
    authority: null,
    asOf: null,
    tags,
  };
  const position = {
    sectionId: null,
    isIntroduction: false,
    language: 'en',
    ordinal: 0,
    headingPath: [],
    page: null,
    pageLabel: null,
  };
  const passage = { id, source, text: '', ...position };
  const found = { section: '', probability: 0, bm25: 0, coverage: 0, cosine: null };
  return { passage, ...found, score, ...rest };
}
const idsOf = (hits: PassageHit[]) => hits.map(({ passage }) => passage.id);
const TAGS = ['naia'];

test('[CHAT-11] a tagged passage passes those that are about as good, not those that are better', () => {
  const hits = [hit(1, 1), hit(2, 0.8), hit(3, 0.7, { tags: TAGS })];
  expect(idsOf(preferTagged(hits, TAGS, { limit: 3, weight: 0.2 }))).toEqual([1, 3, 2]);
  expect(idsOf(preferTagged(hits, [], { limit: 3, weight: 0.2 }))).toEqual([1, 2, 3]);
});

test('[CHAT-11] whatever is tagged, what decides about an answer stays among the hits', () => {
  const given = fc.record({
    score: fc.double({ min: 0, max: 2, noNaN: true }),
    bm25: fc.double({ min: 0, max: 20, noNaN: true }),
    cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    tags: fc.constantFrom([], TAGS),
  });
  fc.assert(
    fc.property(
      fc.array(given, { maxLength: 20 }),
      fc.integer({ min: 4, max: 10 }),
      (all, limit) => {
        const ranked = all
          .map(({ score, ...more }, id) => hit(id, score, more))
          .toSorted((a, b) => b.score - a.score);
        const plain = ranked.slice(0, limit);
        const preferred = preferTagged(ranked, TAGS, { limit, weight: 0.2 });
        expect(preferred).toHaveLength(plain.length);
        for (const measure of ['bm25', 'cosine'] as const) {
          const highest = (hits: PassageHit[]) =>
            Math.max(-1, ...hits.map((one) => one[measure] ?? -1));
          expect(highest(preferred)).toBeGreaterThanOrEqual(highest(plain));
        }
        expect(idsOf(preferred)).toEqual(expect.arrayContaining(idsOf(plain.slice(0, 2))));
      },
    ),
  );
});
