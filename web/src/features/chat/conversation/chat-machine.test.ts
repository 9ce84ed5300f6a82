import { expect, test } from 'vitest';
import { sourceOf } from '../testing/samples.ts';
import {
  beginWith,
  type ChatEvent,
  type ChatState,
  type Entry,
  growingEntry,
  pendingQuestion,
  type Phase,
  transition,
} from './chat-machine.ts';

const question = { key: 'q1', content: 'When?' };
const later = { key: 'q2', content: 'And then?' };
const asked: Entry = { kind: 'question', key: 'q1', content: 'When?' };
const apology: Entry = { kind: 'apology', key: 'q1:answer', hint: null };
const reply = { id: 'a1', content: 'June 15. [1]', sources: [] };

const idle: ChatState = { entries: [], phase: { kind: 'idle' } };
const pending = (kind: 'waiting' | 'streaming' | 'checking', text: string): ChatState => ({
  entries: [asked],
  phase: { kind, question, text, sources: [] },
});
const waiting = pending('waiting', '');
const streaming = pending('streaming', 'June [1]');
const checking = pending('checking', 'June [1]');
const failed: ChatState = { entries: [asked, apology], phase: { kind: 'failed', question } };

const delta: ChatEvent = { type: 'delta', text: ' 15' };
const answered: ChatEvent = { type: 'done', message: reply };
const fails: ChatEvent = { type: 'failed', hint: null };
const reminded: ChatEvent = { type: 'reminded', key: 'r1' };

const kinds = (state: ChatState) => state.entries.map((entry) => entry.kind);

const moves: [string, ChatState, ChatEvent, Phase['kind'], Entry['kind'][]][] = [
  ['asking begins to wait', idle, { type: 'asked', question }, 'waiting', ['question']],
  ['the first words stream', waiting, delta, 'streaming', ['question']],
  ['more words stream', streaming, delta, 'streaming', ['question']],
  ['a whole answer ends the wait', waiting, answered, 'idle', ['question', 'answer']],
  ['a whole answer ends the stream', streaming, answered, 'idle', ['question', 'answer']],
  ['a cut stream is checked', streaming, { type: 'cut' }, 'checking', ['question']],
  ['a cut before the first word is checked', waiting, { type: 'cut' }, 'checking', ['question']],
  ['a stored answer ends the check', checking, answered, 'idle', ['question', 'answer']],
  ['a failure apologises', waiting, fails, 'failed', ['question', 'apology']],
  ['a failure in the stream apologises', streaming, fails, 'failed', ['question', 'apology']],
  ['a fruitless check apologises', checking, fails, 'failed', ['question', 'apology']],
  ['a reminder stands at the end', checking, reminded, 'checking', ['question', 'reminder']],
  ['or above an apology', failed, reminded, 'failed', ['question', 'reminder', 'apology']],
  ['a retry takes the apology away', failed, { type: 'retried' }, 'waiting', ['question']],
  [
    'a new question leaves the apology',
    failed,
    { type: 'asked', question: later },
    'waiting',
    ['question', 'apology', 'question'],
  ],
  ['stop while waiting', waiting, { type: 'stopped' }, 'idle', ['question', 'answer']],
  ['stop while streaming', streaming, { type: 'stopped' }, 'idle', ['question', 'answer']],
  ['stop while checking', checking, { type: 'stopped' }, 'idle', ['question', 'answer']],
];

test.each(moves)('[CHAT-03][CHAT-09][CHAT-12] %s', (_, before, event, phase, entries) => {
  const after = transition(before, event);
  expect(after.phase.kind).toBe(phase);
  expect(kinds(after)).toEqual(entries);
});

const refusals: [string, ChatState, ChatEvent][] = [
  ['a second question while one is pending', waiting, { type: 'asked', question: later }],
  ['a question while an answer streams', streaming, { type: 'asked', question: later }],
  ['a delta after the end', idle, delta],
  ['a delta after a failure', failed, delta],
  ['a delta after the cut', checking, delta],
  ['an empty delta', waiting, { type: 'delta', text: '' }],
  ['an answer to nothing', idle, answered],
  ['a second cut', checking, { type: 'cut' }],
  ['a retry of nothing', idle, { type: 'retried' }],
  ['a retry while waiting', waiting, { type: 'retried' }],
  ['a stop of nothing', idle, { type: 'stopped' }],
  ['a stop after a failure', failed, { type: 'stopped' }],
];

test.each(refusals)('[CHAT-06] %s changes nothing', (_, before, event) => {
  expect(transition(before, event)).toBe(before);
});

test('[CHAT-12] deltas add up', () => {
  expect(transition(streaming, delta).phase).toMatchObject({ text: 'June [1] 15' });
});

test('[CHAT-08] the reply becomes the answer, with its id and sources', () => {
  expect(transition(streaming, answered).entries.at(-1)).toMatchObject({
    kind: 'answer',
    key: 'q1:answer',
    message: { id: 'a1', content: 'June 15. [1]', sources: [], feedback: null },
  });
});

test('[CHAT-12][FB-03] a stopped answer keeps its words without marks, and has no id', () => {
  expect(transition(streaming, { type: 'stopped' }).entries.at(-1)).toMatchObject({
    message: { id: null, content: 'June', stopped: true },
  });
});

const sources = [sourceOf(1)];
const known = transition(streaming, { type: 'sources', sources });

test('[CHAT-13] sources that come before the text stay the same objects to its end', () => {
  const shown = transition(known, delta);
  expect(growingEntry(shown.phase)?.message.sources).toBe(sources);
  const equal = transition(shown, {
    type: 'done',
    message: { ...reply, sources: [sourceOf(1)] },
  });
  expect(equal.entries.at(-1)).toMatchObject({ message: { sources } });
  expect(lastMessage(equal)?.sources).toBe(sources);
  const other = [sourceOf(2)];
  const different = transition(shown, { type: 'done', message: { ...reply, sources: other } });
  expect(lastMessage(different)?.sources).toBe(other);
});

function lastMessage(state: ChatState) {
  const last = state.entries.at(-1);
  return last?.kind === 'answer' ? last.message : undefined;
}

test('[CHAT-12][CHAT-13] with its sources known, a stopped answer keeps its marks, whole ones only', () => {
  const half = transition(known, { type: 'delta', text: ' 15 [2' });
  expect(lastMessage(transition(half, { type: 'stopped' }))).toMatchObject({
    content: 'June [1] 15',
    sources,
  });
});

test('[CHAT-12][FB-01] what the server stored of a stopped answer replaces what was shown', () => {
  const stopped = transition(streaming, { type: 'stopped' });
  const message = { id: 'a1', content: 'June 15', sources: [], stopped: true };
  const stored = transition(stopped, { type: 'stop-stored', question, message });
  expect(lastMessage(stored)).toMatchObject({ id: 'a1', content: 'June 15', stopped: true });
  const later: ChatEvent = { type: 'stop-stored', question: { ...question, key: 'x' }, message };
  expect(transition(stopped, later)).toEqual(stopped);
});

test('[FB-03] an answer that was stopped before its first word has no id', () => {
  const stopped = transition(waiting, { type: 'stopped' });
  const message = { id: 'a1', content: '', stopped: true };
  const stored = transition(stopped, { type: 'stop-stored', question, message });
  expect(lastMessage(stored)).toMatchObject({ id: null, content: '', stopped: true });
});

test('[CHAT-10] stored messages that end with a question wait for its answer', () => {
  const stored: Entry = { ...asked, key: 'history-0:question' };
  const known = beginWith([stored], question, 'new');
  expect(known).toMatchObject({ entries: [asked], phase: { kind: 'checking', question } });
  const unknown = beginWith([stored], { key: 'q9', content: 'Another' }, 'new');
  expect(unknown.entries).toEqual([{ ...asked, key: 'new' }]);
  expect(pendingQuestion(unknown.phase)).toEqual({ key: 'new', content: 'When?' });
  expect(beginWith([asked, apology], question, 'new').phase.kind).toBe('idle');
  expect(beginWith([], null, 'new').phase.kind).toBe('idle');
});

test('[CHAT-15] a retry is the same question', () => {
  expect(pendingQuestion(transition(failed, { type: 'retried' }).phase)).toBe(question);
});

test('[CHAT-06] nothing is pending when idle or failed', () => {
  expect(pendingQuestion(idle.phase)).toBeNull();
  expect(pendingQuestion(failed.phase)).toBeNull();
  expect(pendingQuestion(checking.phase)).toBe(question);
});
