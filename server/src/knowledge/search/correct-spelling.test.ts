import { expect, test } from 'vitest';
import { correctSpelling, findLikeliest, type QuestionWords } from './correct-spelling.ts';

const known: QuestionWords = {
  about: { script: 'test', data: 'test', date: '2026-11-21' },
  slip: 3,
  doubt: 2,
  words: { coach: 900, email: 400, scholarship: 200, taxes: 30, texas: 20, female: 1, couch: 4 },
};
const correct = (question: string, held: string[] = []) =>
  correctSpelling(
    question,
    async (terms) => new Set(held.filter((term) => terms.includes(term))),
    known,
  );

test('misspelt words become those that were meant, and nothing else of the question changes', async () => {
  expect(await correct('Does a COATCH, or a cocah, see my emale?')).toBe(
    'Does a coach, or a coach, see my email?',
  );
  expect(await correct('my skolarship')).toBe('my scholarship');
});

test('where two words were as likely meant, both are looked for', async () => {
  expect(await correct('do i pay texes')).toBe('do i pay taxes texas');
  expect(findLikeliest('coatch', known)).toEqual(['coach']);
});

test('what is a word, is written in a source, is short, or is like none stays as it is', async () => {
  for (const same of [
    'the couch in the kitchen',
    'is SAI bad',
    'vxqz qqqqqqqq',
    "how's the coach",
    '',
  ]) {
    expect(await correct(same)).toBe(same);
  }
  expect(await correct('the Coatch award', ['coatch'])).toBe('the Coatch award');
});

test('a question with more than twelve unknown words is not looked through', async () => {
  const unknown = Array.from('bcdfghjklmno', (letter) => `${letter}qxz`);
  expect(await correct([...unknown.slice(1), 'coatch'].join(' '))).toMatch(/ coach$/);
  expect(await correct([...unknown, 'coatch'].join(' '))).toMatch(/ coatch$/);
});

test('two slips are looked for in longer words that begin alike', () => {
  expect(findLikeliest('scolarhip', known)).toEqual(['scholarship']);
  expect(findLikeliest('xcolarship', known)).toEqual([]);
  expect(findLikeliest('emla', known)).toEqual([]);
});
