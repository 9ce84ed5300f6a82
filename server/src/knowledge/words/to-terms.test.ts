import { expect, test } from 'vitest';
import { tokenize } from './tokenize.ts';
import { toTerms } from './to-terms.ts';

test.each([
  ['The U.S. Department', ['the', 'us', 'department']],
  [
    "The student’s parents don't owe $20,000.",
    ['the', 'student', 'parents', 'dont', 'owe', '20000'],
  ],
  ['GPA 2.3 in 10/7 D1-rule', ['gpa', '2.3', 'in', '10', '7', 'd1', 'rule']],
  ['Café ﬁnance', ['cafe', 'finance']],
  ['… — !', []],
])('the words of %j are %j', (text, words) => {
  expect(tokenize(text)).toEqual(words);
});

test('forms of one word become one term, and question words none', () => {
  expect(toTerms('How are eligible athletes running?')).toEqual(toTerms('eligible athlete runs'));
  expect(toTerms('What is it that you do?')).toEqual([]);
});

test('a word of unnatural length is cut', () => {
  expect(toTerms('a'.repeat(5_000) + '1')).toEqual(['a'.repeat(40)]);
});

test.each([
  ['say says saying', 'SAI'],
  ['policy policies', 'police'],
  ['important', 'imports'],
])('%j does not become a form of %j', (words, other) => {
  const [term = '', ...same] = new Set(toTerms(words));
  expect(same).toEqual([]);
  expect(toTerms(other)).not.toContain(term);
});

test('what stems shall join stays joined', () => {
  expect(new Set(toTerms('pay pays paying')).size).toBe(1);
  expect(new Set(toTerms('essay essays')).size).toBe(1);
  expect(new Set(toTerms('apply applied applies')).size).toBe(1);
});
