import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import { splitQuestion } from './question-parts.ts';

const [english, ...others] = loadDomains();
const spanish = others.find(({ language }) => language === 'es') ?? english;

test.each([
  ['When can coaches call and how many visits can I take?', 'how many visits can I take?'],
  ['I am 16, when can they call, and from when may I visit', 'from when may I visit'],
  ['What is a walk-on? Do they pay?', 'Do they pay?'],
  ['Is room and board paid and who books it?', 'who books it?'],
])('[CHAT-11] %j asks two things', (question, second) => {
  expect(splitQuestion(question, english)[1]).toBe(second);
});

test.each([
  'Which camps and showcases are worth the money?',
  'I am a junior and is it too late?',
  'How do athletic and academic scholarships work together?',
  'My coach called and my parents were there.',
  'What GPA do I need?',
  '',
])('[CHAT-11] %j asks one thing', (question) => {
  expect(splitQuestion(question, english)).toEqual([]);
});

test.each([
  ['¿Cuándo pueden llamar y cuántas visitas puedo hacer?', 'cuántas visitas puedo hacer?'],
  ['que es la fafsa? cuando abre', 'cuando abre'],
  ['¿Qué es el SAI? ¿Es bueno tener 0?', '¿Es bueno tener 0?'],
  ['¿Cómo funcionan juntas la beca deportiva y la académica?', undefined],
])('[CHAT-11] the second thing that %j asks is %j', (question, second) => {
  expect(splitQuestion(question, spanish)[1]).toBe(second);
});
