import { expect, test } from 'vitest';
import { markQuotes } from './mark-quotes.ts';

const quotedIn = (passage: string, quotes: string[]) =>
  markQuotes(passage, quotes)
    .flatMap(({ parts }) => parts)
    .filter((part) => part.isQuoted)
    .map((part) => part.text);

test('[CHAT-13] the quoted sentence is marked and the passage stays whole', () => {
  const passage = 'Before. Coaches may call (June 15)? After.';
  expect(markQuotes(passage, ['Coaches may call (June 15)?'])).toEqual([
    {
      isWhole: false,
      parts: [
        { text: 'Before. ', isQuoted: false },
        { text: 'Coaches may call (June 15)?', isQuoted: true },
        { text: ' After.', isQuoted: false },
      ],
    },
  ]);
});

test('[CHAT-13] line breaks in the passage do not hide a quote', () => {
  expect(quotedIn('You must\n  complete 16 courses.', ['You must complete 16 courses.'])).toEqual([
    'You must',
    'complete 16 courses.',
  ]);
});

test('[CHAT-13] a line is whole when every sentence of it is quoted, and blank lines are none', () => {
  const lines = markQuotes('One. Two.\n\n \nThree. Four.', ['One.', 'Two.', 'Three.']);
  expect(lines.map(({ isWhole, parts }) => [isWhole, parts.length])).toEqual([
    [true, 1],
    [false, 2],
  ]);
});

test('[CHAT-13] overlapping quotes are one mark, unknown and blank ones none', () => {
  expect(quotedIn('abc def ghi', ['abc def', 'def ghi'])).toEqual(['abc def ghi']);
  expect(quotedIn('abc', ['nowhere', '', '  '])).toEqual([]);
  expect(markQuotes('', ['a'])).toEqual([]);
});
