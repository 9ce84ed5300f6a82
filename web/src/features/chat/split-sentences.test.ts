import { expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

test.each([
  ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
  [
    'You may call. [1] Then [2]. So. [1][2, 3] End',
    ['You may call. [1]', 'Then [2].', 'So. [1][2, 3]', 'End'],
  ],
  [
    'They may write [1]. Before that you may [2, 3]. Ask',
    ['They may write [1].', 'Before that you may [2, 3].', 'Ask'],
  ],
  ['He said "go." Then (and then.) Next', ['He said "go."', 'Then (and then.)', 'Next']],
  ['**Bold.** Next *one.* Last', ['**Bold.**', 'Next *one.*', 'Last']],
])('[CHAT-12] %j is cut between its sentences', (paragraph, sentences) => {
  expect(splitSentences(paragraph)).toEqual(sentences);
});

test.each([
  ['emphasis', 'A **bold. Still bold** end'],
  ['a link', 'See [the guide. It helps](https://a.example/) now'],
  ['code', 'Type `a. B` here'],
  ['a small letter', 'Use e.g. this or approx. that'],
  ['a number', 'In 2026. 16 courses count'],
])('[CHAT-12] %s is not cut', (_name, paragraph) => {
  expect(splitSentences(paragraph)).toEqual([paragraph]);
});

test.each([
  ['a list', '- One. Two'],
  ['a numbered list', '1. One. Two'],
  ['a heading', '# One. Two'],
  ['a quote', '> One. Two'],
  ['code that is indented', '    One. Two'],
  ['a table', 'One. Two | Three. Four'],
  ['several lines', 'One. Two\nThree. Four'],
])('[CHAT-12] %s is no paragraph of sentences', (_name, text) => {
  expect(splitSentences(text)).toBeNull();
});

test('[CHAT-12] the sentences give the paragraph back', () => {
  const paragraph = 'Read it [1].  Two spaces. Émile *asks. He* goes. “Yes.” No';
  expect(splitSentences(paragraph)?.join(' ')).toBe(paragraph);
});
