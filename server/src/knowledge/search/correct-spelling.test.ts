import { expect, test } from 'vitest';
import { toTerm } from '../words/to-terms.ts';
import { correctSpelling, createLexicon } from './correct-spelling.ts';

const lexicon = createLexicon();
/** A collection, by how many of its passages hold each word. */
const correct = (question: string, passages: Record<string, number>) =>
  correctSpelling(question, {
    lexicon,
    readFrequencies: (terms) => {
      const held = Object.entries(passages).map(([word, count]) => [toTerm(word), count] as const);
      return Promise.resolve(new Map(held.filter(([term]) => terms.includes(term))));
    },
  });

test.each([
  ['when does the fasfa open', 'when does the fafsa open'],
  ['Is my SCHOLORSHIP safe?', 'Is my scholarship safe?'],
  ['how do recuriting vists work', 'how do recruiting visits work'],
  ["what's the acedemic rule", "what's the academic rule"],
])('%j is read as %j', async (question, expected) => {
  const passages = { fafsa: 3, scholarship: 4, recruiting: 5, visits: 2, academic: 1 };
  expect(await correct(question, passages)).toBe(expected);
});

test('a slip in a word that is not searched is taken out as well', async () => {
  expect(await correct('how long shoud it be', {})).toBe('how long should it be');
});

test('nothing becomes a word that no passage holds', async () => {
  expect(await correct('my scholorship', { visit: 3 })).toBe('my scholorship');
});

test('a name that the passages hold stays as it is', async () => {
  expect(await correct('who is Scholorship', { scholorship: 1, scholarship: 9 })).toBe(
    'who is Scholorship',
  );
});

test('words of English, short words and numbers are no slips', async () => {
  const passages = { clears: 9, curl: 9, sounds: 9, schooled: 9 };
  const question = 'my cleats from hudl, 4x100m, high schoolers, 10th';
  expect(await correct(question, passages)).toBe(question);
});

test('of words equally near the one that more passages hold is taken', async () => {
  const passages = { courses: 1, courts: 8 };
  expect(await correct('which courss', passages)).toBe('which courts');
});
