import { expect, test } from 'vitest';
import { listParts } from './list-parts.ts';

test.each([
  ['What is a dead period?', []],
  ['I got cut, what now?', []],
  ['I am a junior. What now?', ['I am a junior.', 'What now?']],
  [
    'when can coaches call me, also i feel like nobody needs me here any more',
    ['when can coaches call me', 'also i feel like nobody needs me here any more'],
  ],
  [
    'i want everything to go quiet for good, honestly, but when does the fafsa open next year',
    ['i want everything to go quiet for good, honestly', 'but when does the fafsa open next year'],
  ],
])('[CHAT-14] %j is heard in the parts %j', (message, parts) => {
  expect(listParts(message)).toEqual(parts);
});

test('[CHAT-14] of a long message the first eight parts are heard one by one', () => {
  expect(listParts('I am here. '.repeat(40))).toHaveLength(8);
});
