import { expect, test } from 'vitest';
import { toPlainQuestion } from './to-plain-question.ts';

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
