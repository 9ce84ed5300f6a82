import { expect, test } from 'vitest';
import { messageOf } from '../testing/samples.ts';
import type { Entry } from './chat-machine.ts';
import { turnsOf } from './turns-of.ts';

const entries: Entry[] = [
  { kind: 'notice', key: 'n', content: null },
  { kind: 'answer', key: 'a0', message: messageOf() },
  { kind: 'question', key: 'q1', content: 'First?' },
  { kind: 'question', key: 'q2', content: 'Second?' },
  { kind: 'answer', key: 'a2', message: messageOf() },
];

test('[CHAT-07] a turn is a question with what follows it, and nothing is lost before the first', () => {
  const keys = turnsOf(entries).map((turn) => turn.map(({ key }) => key));
  expect(keys).toEqual([['n', 'a0'], ['q1'], ['q2', 'a2']]);
  expect(turnsOf([])).toEqual([]);
});
