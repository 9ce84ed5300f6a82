import { expect, test } from 'vitest';
import { messageOf } from '../testing/samples.ts';
import type { Entry } from './chat-machine.ts';
import { selectTurns, TURNS_MAX_BYTES } from './select-turns.ts';

const question = { key: 'q', content: 'Now?' };
const asked = (key: string): Entry => ({ kind: 'question', key, content: `Question ${key}` });
const answered = (key: string, content = `Answer ${key}`): Entry => ({
  kind: 'answer',
  key,
  message: messageOf({ content }),
});

test('[CHAT-08] the question is the last turn, also when it is in the list already', () => {
  const entries = [asked('1'), answered('2'), { ...asked('q'), content: 'Now?' } as Entry];
  expect(selectTurns(entries, question)).toEqual([
    { role: 'user', content: 'Question 1' },
    { role: 'assistant', content: 'Answer 2' },
    { role: 'user', content: 'Now?' },
  ]);
});

test('[CHAT-08] at most ten turns travel, the newest', () => {
  const entries = Array.from({ length: 20 }, (_, index) => asked(String(index)));
  const turns = selectTurns(entries, question);
  expect(turns).toHaveLength(10);
  expect(turns[0]?.content).toBe('Question 11');
});

test('[CHAT-08] turns that would not fit stay at home', () => {
  const entries = [answered('1'), answered('2', 'é'.repeat(TURNS_MAX_BYTES / 2)), asked('3')];
  expect(selectTurns(entries, question).map(({ content }) => content)).toEqual([
    'Question 3',
    'Now?',
  ]);
});

test('[CHAT-08] notices, apologies and empty answers are no turns', () => {
  const entries: Entry[] = [
    { kind: 'notice', key: 'end-of-history', content: 'The end' },
    { kind: 'apology', key: 'a', hint: null },
    answered('b', ''),
  ];
  expect(selectTurns(entries, question)).toHaveLength(1);
});
