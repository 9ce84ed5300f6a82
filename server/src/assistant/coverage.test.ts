import { expect, test } from 'vitest';
import { decideBand, measureSupport } from './coverage.ts';
import { makeHit } from './testing/make-hit.ts';
import { makePassage } from './testing/make-passage.ts';

const DECISION = { sure: 0.5, floor: 0.2 };
const result = (probability: number, isAbsent = false) => ({
  hits: [makeHit(makePassage('Text.'), { probability })],
  isAbsent,
});

test.each([
  [0.1, 'not_covered'],
  [0.2, 'closest'],
  [0.49, 'closest'],
  [0.5, 'answered'],
  [1, 'answered'],
] as const)('[CHAT-14] a best section that answers by a chance of %d is %s', (chance, band) => {
  expect(decideBand(result(chance), DECISION)).toBe(band);
});

test('[CHAT-14] a topic that no source holds is not covered, however likely its nearest section', () => {
  expect(decideBand(result(0.99, true), DECISION)).toBe('not_covered');
  expect(decideBand(result(0.99, true), { sure: 0, floor: 0 })).toBe('not_covered');
  expect(measureSupport(result(0.99, true))).toBe(0);
  expect(measureSupport(result(0.99))).toBe(0.99);
});

test.each([
  [0.24, 'closest'],
  [0.2, 'not_covered'],
] as const)(
  '[CHAT-14] beside a best section that is too unlikely alone, one that answers by %d makes it %s',
  (chance, band) => {
    const hits = [0.28, chance].map((probability) => {
      return makeHit(makePassage('Text.', { heading: `By ${probability}?` }), { probability });
    });
    const decision = { sure: 0.5, floor: 0.3 };
    expect(decideBand({ hits, isAbsent: false }, decision)).toBe(band);
    expect(decideBand({ hits, isAbsent: false }, decision, { isLater: true })).toBe('not_covered');
  },
);

test('[CHAT-14] nothing found is not covered', () => {
  expect(decideBand({ hits: [], isAbsent: false }, { sure: 0, floor: 0 })).toBe('not_covered');
});
