import { expect, test } from 'vitest';
import { loadPassageWeights } from './passage-weights.ts';
import { createTextMeasure, glanceAtPassage, ratePassage } from './rate-passages.ts';

const words = new Map([
  ['colleg', 1],
  ['coach', 2],
  ['call', 3],
]);
const source = { title: 'Rules' };
const measure = createTextMeasure({
  question: 'Can a college coach call?',
  language: 'en',
  words,
  related: new Map([['phone', new Set(['call'])]]),
});
const measureText = (text: string) => measure({ source, headingPath: [], text });
const others = (count: number) => 'banana '.repeat(count);

test('what a passage holds of a question counts for it, by each measure', () => {
  const { withVectors } = loadPassageWeights();
  const nothing = { words: 0, related: 0, cosine: 0, grams: 0, close: 0, pairs: 0 };
  for (const name of ['words', 'related', 'cosine', 'grams', 'close', 'pairs'] as const) {
    expect(ratePassage({ ...nothing, [name]: 0.5 }, withVectors)).toBeGreaterThan(
      ratePassage(nothing, withVectors),
    );
  }
  for (const name of ['words', 'related', 'cosine'] as const) {
    expect(glanceAtPassage({ ...nothing, [name]: 0.5 }, withVectors.glance)).toBeGreaterThan(0);
  }
});

test('words count as close where ten words without stop words hold them, each once', () => {
  expect(measureText('The coach may call whom the college chose.').close).toBe(1);
  expect(measureText(`A coach, ${others(8)} calls.`).close).toBeCloseTo(5 / 6, 10);
  expect(measureText(`A coach, ${others(10)} calls.`).close).toBeCloseTo(3 / 6, 10);
  expect(measureText('Call, call, call.').close).toBeCloseTo(3 / 6, 10);
  expect(measureText(others(4)).close).toBe(0);
});

test('what documents write for a word is close as the word itself', () => {
  expect(measureText('Coaches phone.').close).toBeCloseTo(5 / 6, 10);
  // One word said twice in two ways is one word.
  expect(measureText('Phone or call.').close).toBeCloseTo(3 / 6, 10);
});

test('neighbours of a question count where they are neighbours in this order', () => {
  // Of “college coach” and “coach call”.
  expect(measureText('A college coach, and what coaches call it.').pairs).toBe(1);
  expect(measureText('College coaches.').pairs).toBeCloseTo(3 / 8, 10);
  expect(measureText('Call a coach of the college.').pairs).toBe(0);
  expect(measureText('College coach, college coach.').pairs).toBeCloseTo(3 / 8, 10);
});

test('a question of one word, or of stop words alone, has no neighbours', () => {
  const asked = { language: 'en', words, related: new Map() };
  for (const question of ['Call?', 'call call', 'Can I?']) {
    const one = createTextMeasure({ ...asked, question });
    expect(one({ source, headingPath: [], text: 'call call' }).pairs).toBe(0);
  }
});
