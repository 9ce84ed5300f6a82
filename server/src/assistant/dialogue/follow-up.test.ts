import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import { makeStandAlone, toPlainQuestion } from './follow-up.ts';

const said = loadDomains()[0];

const after = (question: string) => [
  { role: 'user' as const, content: question },
  { role: 'assistant' as const, content: 'Both require 16 core courses. [1]' },
];

test.each([
  [
    'How many core courses do I need for D1?',
    'What about D2?',
    'How many core courses do I need for D2?',
  ],
  ['How many core courses do I need for D1?', 'and D3', 'How many core courses do I need for D3?'],
  [
    'When can a D1 soccer coach text me?',
    'how about football?',
    'When can a D1 football coach text me?',
  ],
  [
    'When can a D1 soccer coach text me?',
    'What about Division II softball?',
    'When can a D2 softball coach text me?',
  ],
  ['When are D2 coaches allowed to text me?', 'd3?', 'When are D3 coaches allowed to text me?'],
  [
    'When are soccer coaches allowed to text me?',
    'ok softball',
    'When are softball coaches allowed to text me?',
  ],
  [
    'When may soccer players enter the portal?',
    'what about wrestlers',
    'When may wrestling players enter the portal?',
  ],
  ['What is a dead period?', 'why?', 'What is a dead period why?'],
  ['What is the FAFSA?', 'when does it open?', 'What is the FAFSA when does it open?'],
  ['What is a dead period?', 'what about a quiet period?', 'What is a dead period a quiet period?'],
])('after %j, %j asks %j', (earlier, text, expected) => {
  expect(makeStandAlone({ text, history: after(earlier) }, said).whole).toBe(expected);
});

test.each([
  'How many official visits can I take?',
  'What GPA do I need for NAIA?',
  'When does the FAFSA open and what is our deadline?',
  'What is a dead period?',
  'Which camps and showcases are worth the money?',
])('%j stands alone and stays as it is', (text) => {
  expect(
    makeStandAlone({ text, history: after('How many core courses do I need for D1?') }, said),
  ).toEqual({ whole: text, asked: text });
});

test('without history nothing is added', () => {
  expect(makeStandAlone({ text: 'what about D2?', history: [] }, said).whole).toBe(
    'what about D2?',
  );
});

test('a follow-up that names nothing to put in place is asked as it is', () => {
  const history = after('What is a dead period?');
  expect(makeStandAlone({ text: 'why?', history }, said).asked).toBe('why?');
});

test('a chain of follow-ups goes back to the question that stood alone', () => {
  const history = [...after('How many core courses do I need for D1?'), ...after('what about D2?')];
  const whole = 'How many core courses do I need for NAIA?';
  expect(makeStandAlone({ text: 'and NAIA?', history }, said)).toEqual({ whole, asked: whole });
});

test.each([
  ['What does SAI mean?', 'what is SAI?'],
  ['ok what does NLI stand for', 'ok what is NLI'],
  [
    'What do contact and quiet period mean in soccer?',
    'what is contact and quiet period in soccer?',
  ],
  ['What is a dead period?', 'What is a dead period?'],
  ['What money do coaches mean?', 'What money do coaches mean?'],
  ['Call [phone number]. What is a dead period?', 'What is a dead period?'],
  ['Who calls from [phone number]?', 'Who calls from [phone number]?'],
])('%j is looked up as %j', (question, expected) => {
  expect(toPlainQuestion(question)).toBe(expected);
});
