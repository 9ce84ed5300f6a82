import type { ChatMessage } from '@pathway/contract/chat';
import { expect, test } from 'vitest';
import { messageOf } from '../testing/samples.ts';
import { entriesOfHistory } from './entries-of-history.ts';

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

test('[CHAT-10] the server may mark the end itself, in words of its own or in none', () => {
  const mark = messageOf({ id: 'end-of-history', role: 'system', content: '' });
  const full = entriesOfHistory([mark, ...historyOf(59)]);
  expect(full.filter(({ kind }) => kind === 'notice')).toEqual([
    { kind: 'notice', key: 'end-of-history', content: null },
  ]);
  expect(entriesOfHistory([{ ...mark, content: 'No more.' }])).toMatchObject([
    { kind: 'notice', content: 'No more.' },
  ]);
});

test('[CHAT-10] messages that say nothing are left out, and ids may repeat', () => {
  const entries = entriesOfHistory([
    messageOf({ id: 'same', role: 'user', content: 'When?' }),
    messageOf({ id: 'same' }),
    messageOf({ role: 'user', content: ' ' }),
    messageOf({ role: 'system', content: '' }),
    messageOf({ content: '' }),
    messageOf({ content: '', stopped: true }),
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual(['question', 'answer', 'apology', 'answer']);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(4);
});

test('[CHAT-09][CHAT-10] a failed answer of an earlier visit is an apology', () => {
  const apology = { id: null, content: 'Sorry, something went wrong. Please try again.' };
  const [, failed] = entriesOfHistory([historyOf(1)[0] as ChatMessage, messageOf(apology)]);
  expect(failed).toMatchObject({ kind: 'apology', hint: null });
  expect(entriesOfHistory([messageOf({ ...apology, id: 'answer-1' })])[0]?.kind).toBe('answer');
});
