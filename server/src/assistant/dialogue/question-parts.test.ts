import { expect, test } from 'vitest';
import { loadDomain } from '../domain.ts';
import { splitQuestion } from './question-parts.ts';

const { words } = loadDomain();

test.each([
  ['When can coaches call and how many visits can I take?', 'how many visits can I take?'],
  ['I am 16, when can they call, and from when may I visit', 'from when may I visit'],
  ['What is a walk-on? Do they pay?', 'Do they pay?'],
  ['Is room and board paid and who books it?', 'who books it?'],
])('[CHAT-11] %j asks two things', (question, second) => {
  expect(splitQuestion(question, words)[1]).toBe(second);
});

test.each([
  'Which camps and showcases are worth the money?',
  'I am a junior and is it too late?',
  'How do athletic and academic scholarships work together?',
  'My coach called and my parents were there.',
  'What GPA do I need?',
  '',
])('[CHAT-11] %j asks one thing', (question) => {
  expect(splitQuestion(question, words)).toEqual([]);
});
