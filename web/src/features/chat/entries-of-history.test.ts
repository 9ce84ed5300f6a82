import { expect, test } from 'vitest';
import { entriesOfHistory } from './entries-of-history.ts';
import { messageOf } from './testing/samples.ts';

const historyOf = (length: number) =>
  Array.from({ length }, (_, index) =>
    index % 2 === 0
      ? messageOf({ id: null, role: 'user', content: `Question ${index}` })
      : messageOf({ id: `answer-${index}` }),
  );

test('[CHAT-10] exactly 60 messages stand under the end-of-history notice', () => {
  const entries = entriesOfHistory(historyOf(60));
  expect(entries).toHaveLength(61);
  expect(entries[0]).toEqual({
    kind: 'notice',
    key: 'end-of-history',
    content: "You've reached the end of your available chat history.",
  });
});

test.each([0, 58, 59])('[CHAT-10] %i messages have no notice', (length) => {
  expect(entriesOfHistory(historyOf(length))).toHaveLength(length);
});

test('[CHAT-10] every row has a key of its own', () => {
  const keys = entriesOfHistory(historyOf(60)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(61);
});
