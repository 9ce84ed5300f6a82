import type { ChatMessage } from '@pathway/contract/chat';
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
    content: null,
  });
});

test.each([0, 58, 59])('[CHAT-10] %i messages have no notice', (length) => {
  expect(entriesOfHistory(historyOf(length))).toHaveLength(length);
});

test('[CHAT-10] every row has a key of its own', () => {
  const keys = entriesOfHistory(historyOf(60)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(61);
});

test('[CHAT-09][CHAT-10] a failed answer of an earlier visit is an apology', () => {
  const apology = { id: null, content: 'Sorry, something went wrong. Please try again.' };
  const [, failed] = entriesOfHistory([historyOf(1)[0] as ChatMessage, messageOf(apology)]);
  expect(failed).toMatchObject({ kind: 'apology', hint: null });
  expect(entriesOfHistory([messageOf({ ...apology, id: 'answer-1' })])[0]?.kind).toBe('answer');
});
