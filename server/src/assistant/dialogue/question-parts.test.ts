import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import { divideQuestion } from './question-parts.ts';

const [english, ...others] = loadDomains();
const spanish = others.find(({ language }) => language === 'es') ?? english;

test.each([
  ['When can coaches call and how many visits can I take?', 'how many visits can I take?'],
  ['I am 16, when can they call, and from when may I visit', 'from when may I visit'],
  ['What is a walk-on? Do they pay?', 'Do they pay?'],
  ['Is room and board paid and who books it?', 'who books it?'],
  ['how long is a tape? and what do I put in the mail', 'what do I put in the mail'],
  ['what goes in a message n how long is a clip', 'how long is a clip'],
  ['do I fill out the forms, also how often can I write', 'how often can I write'],
])('[CHAT-11] %j asks two things', (question, second) => {
  const [first] = divideQuestion(question, english);
  expect(first).toMatchObject({ halves: [expect.any(String), second], asksTwice: true });
});

test.each([
  ['My coach called today and my parents were there.', 'my parents were there.'],
  ['lowest grades for naia + lowest for d2?', 'lowest for d2?'],
  ['How do athletic scholarships and academic ones work together?', 'academic ones work together?'],
])('[CHAT-11] %j may ask two things', (question, second) => {
  const divisions = divideQuestion(question, english);
  expect(divisions).toEqual([{ halves: [expect.any(String), second], asksTwice: false }]);
});

test.each([
  "I'm 16 and is it too late?",
  'Which camps and showcases are worth it?',
  'What GPA?',
  '',
])('[CHAT-11] %j asks one thing', (question) => {
  expect(divideQuestion(question, english)).toEqual([]);
});

test('[CHAT-11] of many divisions two are tried, first those whose halves both ask', () => {
  const question = 'I run track, can I also swim and I row too? Who decides that?';
  expect(divideQuestion(question, english).map(({ asksTwice }) => asksTwice)).toEqual([
    true,
    false,
  ]);
});

test.each([
  ['¿Cuándo pueden llamar y cuántas visitas puedo hacer?', 'cuántas visitas puedo hacer?'],
  ['que es la fafsa? cuando abre', 'cuando abre'],
  ['¿Qué es el SAI? ¿Es bueno tener 0?', '¿Es bueno tener 0?'],
  ['¿Cómo funcionan juntas la beca deportiva y la académica?', undefined],
])('[CHAT-11] the second thing that %j asks is %j', (question, second) => {
  expect(divideQuestion(question, spanish)[0]?.halves[1]).toBe(second);
});
