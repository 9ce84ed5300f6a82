import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageOf, questionOf } from '../testing/samples.ts';
import { historyOf, refusal, stubNetwork } from '../testing/stub-network.ts';
import { recoverAnswer } from './recover-answer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HISTORY = '/api/chat/history';
const question = questionOf('When?');
const wanted = { question: 'When?', knownIds: new Set(['answer-1']) };
const found = { id: 'answer-2', content: 'June 15.', suggestions: ['And by e-mail?'] };
const finished = messageOf(found);

async function recover(afterMs = 0) {
  const recovering = recoverAnswer(wanted, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(afterMs);
  return recovering;
}

test('[CHAT-12] an answer that the server is still working on is waited for', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf(question), historyOf(question), historyOf(question, finished)],
  });
  expect(await recover(2_000)).toMatchObject(found);
  expect(calls).toHaveLength(3);
});

test('[CHAT-09] waiting ends after 90 seconds', async () => {
  stubNetwork({ [HISTORY]: [historyOf(question)] });
  expect(await recover(91_000)).toBeNull();
});

test('[CHAT-12] a phone that wakes up without a network is given a moment', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  stubNetwork({ [HISTORY]: [offline, offline, historyOf(question, finished)] });
  expect(await recover(3_000)).toMatchObject(found);
});

test('[CHAT-09] a server that stays away is given up after seven seconds', async () => {
  const calls = stubNetwork({});
  expect(await recover(7_000)).toBeNull();
  expect(calls).toHaveLength(4);
});

test.each([
  ['nothing was stored', []],
  ['it failed on the server', [question, messageOf({ id: null })]],
  ['it is on the screen already', [question, messageOf({ id: 'answer-1' })]],
  ['another question came after it', [questionOf('Else?'), finished]],
])('[CHAT-09] there is no answer when %s', async (_, messages) => {
  stubNetwork({ [HISTORY]: [historyOf(...messages)] });
  expect(await recover()).toBeNull();
});

test('[AUTH-11] a refusal is thrown', async () => {
  stubNetwork({ [HISTORY]: [refusal(401, 'not_signed_in')] });
  expect(await recover()).toMatchObject({ status: 401 });
});
