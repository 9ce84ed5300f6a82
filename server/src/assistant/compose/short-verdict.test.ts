import { expect, test } from 'vitest';
import { opensWithVerdict } from './short-verdict.ts';

test.each([
  'No. In a quiet period a coach may still write.',
  'Yes: report every deal.',
  'Yes for athletes under the new rule.',
  'No, but there are fewer places.',
  'Usually not by itself.',
  'It depends on your state.',
])('[CHAT-14] %j answers its heading', (text) => {
  expect(opensWithVerdict(text)).toBe(true);
});

test.each([
  'No camp or showcase can promise an offer.',
  'No one can give your chances.',
  'Usually a family can do the same work free.',
  'Notice must be given in writing.',
  'Yesterday the council voted.',
])('[CHAT-14] %j stands by itself', (text) => {
  expect(opensWithVerdict(text)).toBe(false);
});
