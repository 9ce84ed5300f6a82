import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type FailureMode,
  type ModelServer,
  startModelServer,
} from '../../../test/model-server/start-model-server.ts';
import { quotePassages } from '../../../test/model-server/write-answer.ts';
import { systemClock } from '../../platform/clock.ts';
import { createChatModel } from '../../platform/models/create-chat-model.ts';
import { createAssistant } from '../pipeline.ts';
import type { CareClassifier } from '../safety/classifier/care-classifier.ts';
import { ask } from '../testing/ask.ts';
import { createMemorySearch } from '../testing/create-memory-search.ts';
import { makePassage } from '../testing/make-passage.ts';
import { DEFAULT_MODEL_LIMITS } from './ask-model.ts';
import { createModelBreaker } from './model-breaker.ts';

const PASSAGES = [
  makePassage(
    'As of June 2026, both Division I and Division II require 16 core courses. They must be on the approved list.',
    { heading: 'How many core courses do I need for D1 and D2?', source: { authority: 'NCAA' } },
  ),
  makePassage('As of June 2026, the minimum core GPA is 2.3 for Division I.', {
    heading: 'What GPA do I need for D1?',
    source: { authority: 'NCAA' },
    ordinal: 1,
  }),
];
const QUESTION = 'How many core courses do I need for D1?';
const BUDGET = { hasRoom: async () => true, spend: vi.fn<() => Promise<void>>(async () => {}) };
const PATIENT = { ...DEFAULT_MODEL_LIMITS, backoffMs: 10 };
/** For modes in which no text ever comes. */
const HASTY = { ...PATIENT, firstTextMs: 300 };

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.modes = ['normal'];
  server.requests.length = 0;
  BUDGET.spend.mockClear();
});
afterAll(() => server.close());

function open(limits = PATIENT, classifyCare?: CareClassifier) {
  const log = { info: vi.fn<(fields: object) => void>(), warn: vi.fn<(fields: object) => void>() };
  const search = createMemorySearch(PASSAGES);
  const config = { assistantName: 'Avery', productName: 'Pathway' };
  const model = createChatModel({
    provider: 'compatible',
    model: 'stand-in',
    baseUrl: server.url,
    apiKey: undefined,
  });
  const deps = { search, config, log, clock: systemClock };
  return {
    log,
    assistant: createAssistant({
      ...deps,
      ...(classifyCare && { classifyCare }),
      model: { model, budget: BUDGET, breaker: createModelBreaker(deps), limits },
    }),
    embedded: createAssistant(deps),
  };
}

test('[CHAT-11, CHAT-13] a model answers with the passages, its sentences cited and dated', async () => {
  const { assistant, log } = open();
  const answer = await ask(assistant, QUESTION);
  expect(answer.kind).toBe('answered');
  expect(answer.text).toContain('require 16 core courses. [1]');
  expect(answer.sources[0]).toMatchObject({
    n: 1,
    as_of: '2026-06-13',
    authority: 'NCAA',
    quotes: ['As of June 2026, both Division I and Division II require 16 core courses.'],
  });
  expect(answer.deltas.join('')).toBe(answer.text);
  expect(log.warn).not.toHaveBeenCalled();
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ question: QUESTION, maxTokens: 700, hasTools: false });
  expect(BUDGET.spend).toHaveBeenCalledExactlyOnceWith(expect.any(String), 1000);
});

test('[CHAT-14] no model sees a likely crisis message, and help lines come before the answer', async () => {
  const history = [{ role: 'user' as const, content: 'What GPA do I need for D1?' }];
  const danger = open(PATIENT, async () => ({ topic: 'crisis', certainty: 'likely' }));
  const unclear = await ask(danger.assistant, { text: 'what about my broken dreams?', history });
  expect(unclear.kind).toBe('care');
  const quoted = await ask(danger.assistant, { text: QUESTION, history });
  expect(quoted.text).toMatch(/^\*\*First, in case .*988/);
  expect(quoted.text).toContain('require 16 core courses.');
  expect(server.requests).toEqual([]);

  const doubt = open(PATIENT, async () => ({ topic: 'crisis', certainty: 'possible' }));
  const answer = await ask(doubt.assistant, QUESTION);
  expect(answer.text).toMatch(/^[^*]*require 16 core courses\. \[1\]/);
  expect(answer.deltas.join('')).toBe(answer.text);
});

const ENDS: readonly (readonly [FailureMode, { calls: number; reason: RegExp }])[] = [
  ['too-many-requests', { calls: 3, reason: /answered 429/ }],
  ['server-error', { calls: 3, reason: /answered 500/ }],
  ['time-out', { calls: 1, reason: /^The first text took too long\.$/ }],
  ['garbage', { calls: 3, reason: /cannot be used|ended with error/ }],
  ['empty', { calls: 3, reason: /^The answer was empty\.$/ }],
  ['cut-stream', { calls: 1, reason: /^The answer was cut off/ }],
  ['slow-first-token', { calls: 1, reason: /^The first text took too long\.$/ }],
  ['wrong-citations', { calls: 1, reason: /^Too little of the answer could be shown\.$/ }],
  ['obeys-injections', { calls: 1, reason: /^Too little of the answer could be shown\.$/ }],
  ['huge-output', { calls: 1, reason: /^The answer did not end\.$/ }],
  ['tool-call', { calls: 1, reason: /^The model asked for a tool\.$/ }],
  ['content-filter', { calls: 1, reason: /^The provider's filter stepped in\.$/ }],
];

test.each(ENDS)(
  '[CHAT-14] a model in the mode %s ends in the whole answer of the embedded composer',
  async (mode, { calls, reason }) => {
    server.modes = [mode];
    const isSilent = mode === 'time-out' || mode === 'slow-first-token';
    const { assistant, embedded, log } = open(isSilent ? HASTY : PATIENT);
    const { deltas, ...answer } = await ask(assistant, QUESTION);
    const { deltas: _deltas, ...quoted } = await ask(embedded, QUESTION);
    expect(answer).toEqual(quoted);
    expect(deltas.join('')).not.toMatch(/evil|999|1987|123,456|password/);
    expect(log.warn).toHaveBeenLastCalledWith({
      event: 'model_fell_back',
      model: 'compatible/stand-in',
      reason: expect.stringMatching(reason),
    });
    expect(server.requests).toHaveLength(calls);
    await expect.poll(() => server.openCalls).toBe(0);
  },
);

test('[CHAT-14] what was shown before the stream was cut gives way to the whole answer', async () => {
  server.modes = ['cut-stream'];
  server.answer = () =>
    `Both divisions require 16 core courses. [1] The minimum core GPA is 2.3. [2] ${'And more. '.repeat(20)}`;
  const { assistant, embedded } = open();
  const answer = await ask(assistant, QUESTION);
  server.answer = quotePassages;
  expect(answer.deltas.join('')).toContain('Both divisions require 16 core courses. [1]');
  expect(answer.text).toBe((await ask(embedded, QUESTION)).text);
});

test.each(['too-many-requests', 'server-error', 'garbage', 'empty'] as const)(
  'a model that answers on the third call, after two times %s, has answered',
  async (mode) => {
    server.modes = [mode, mode, 'normal'];
    const { assistant, log } = open();
    const answer = await ask(assistant, QUESTION);
    expect(answer.text).toMatch(/16 core courses\. \[1\]/);
    expect(server.requests).toHaveLength(3);
    expect(log.warn).toHaveBeenCalledTimes(2);
  },
);

test('[CHAT-12] stopping in the middle ends the call at the provider and gives no answer', async () => {
  server.pace.betweenMs = 20;
  const stop = new AbortController();
  const { assistant } = open();
  const answering = ask(assistant, QUESTION, stop.signal);
  await expect.poll(() => server.openCalls).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(answering).rejects.toThrow('stopped');
  await expect.poll(() => server.openCalls).toBe(0);
  server.pace.betweenMs = 0;
});

test('[CHAT-14] a model that failed three times in a row is left alone; the embedded composer answers at once', async () => {
  server.modes = ['server-error'];
  const { assistant, embedded, log } = open({ ...PATIENT, retries: 0 });
  for (let time = 0; time < 3; time += 1) await ask(assistant, QUESTION);
  expect(server.requests).toHaveLength(3);
  const { text } = await ask(assistant, QUESTION);
  expect(server.requests).toHaveLength(3);
  expect(text).toBe((await ask(embedded, QUESTION)).text);
  expect(log.info).toHaveBeenCalledWith({ event: 'model_paused', model: 'compatible/stand-in' });
});

test('[CHAT-14] answers that do not survive the check leave the model in use', async () => {
  server.modes = ['wrong-citations'];
  const { assistant } = open();
  for (let time = 0; time < 4; time += 1) await ask(assistant, QUESTION);
  expect(server.requests).toHaveLength(4);
});

test('a day without tokens left asks no model', async () => {
  const { embedded } = open();
  const quoted = await ask(embedded, QUESTION);
  const hasRoom = vi.spyOn(BUDGET, 'hasRoom').mockResolvedValue(false);
  expect(await ask(open().assistant, QUESTION)).toEqual(quoted);
  expect(server.requests).toEqual([]);
  hasRoom.mockRestore();
});

test.each([
  "I don't want to be here anymore, I got cut.",
  'My coach touches me and wants photos.',
  'Am I eligible? GPA 2.4, 15 cores.',
  'Write my essay.',
])('[CHAT-14] %j never reaches the model', async (question) => {
  await ask(open().assistant, question);
  expect(server.requests).toEqual([]);
});

test('[CHAT-14] what the sources do not cover never reaches the model', async () => {
  const answer = await ask(open().assistant, 'Who won the World Cup in 2018?');
  expect(answer.kind).toBe('not_covered');
  expect(server.requests).toEqual([]);
});

test('[CHAT-14] a model that finds no answer in the passages says so in our words', async () => {
  server.answer = () => 'NOT_IN_SOURCES';
  const answer = await ask(open().assistant, QUESTION);
  server.answer = quotePassages;
  expect(answer).toMatchObject({ kind: 'not_covered', sources: [] });
  expect(answer.text).toContain("sources don't cover that");
});
