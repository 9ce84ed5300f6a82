import { expect, test } from 'vitest';
import { answerAsText } from './answer-as-text.ts';
import { MESSAGES } from './messages.ts';
import { messageOf, sourceOf } from './testing/samples.ts';

test('[CHAT-15] a copied answer carries its sources as text', () => {
  const sources = [
    sourceOf(1, { page: 12, page_end: 13 }),
    sourceOf(2, { page_label: 'iv', url: 'https://ncaa.org/rules' }),
    sourceOf(3),
  ];
  expect(
    answerAsText(messageOf({ content: 'June 15 [2] and [1].', sources }), MESSAGES.english),
  ).toBe(
    'June 15 [2] and [1].\n\nSources:\n[2] Guide 2.pdf, Page iv, https://ncaa.org/rules\n[1] Guide 1.pdf, Pages 12–13',
  );
});

test('[CHAT-15] without sources only the answer is copied', () => {
  expect(answerAsText(messageOf({ content: 'Hello.' }), MESSAGES.english)).toBe('Hello.');
});
