import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type ModelMode,
  type ModelServer,
  startModelServer,
} from '../../../test/model-server/start-model-server.ts';
import { systemClock } from '../../platform/clock.ts';
import { createChatModel } from '../../platform/models/create-chat-model.ts';
import { loadDomains } from '../domain.ts';
import { createAssistant } from '../pipeline.ts';
import type { CareFinding } from '../safety/care-topics.ts';
import { ask } from '../testing/ask.ts';
import { createMemorySearch } from '../testing/create-memory-search.ts';
import { makePassage } from '../testing/make-passage.ts';
import { DEFAULT_MODEL_LIMITS } from './ask-model.ts';
import { createModelBreaker } from './model-breaker.ts';
import { createSecondReader } from './second-reader.ts';

const PASSAGES = [
  makePassage(
    'As of June 2026, both Division I and Division II require 16 core courses. They must be on the approved list.',
    { heading: 'How many core courses do I need for D1 and D2?' },
  ),
];
const QUESTION = 'How many core courses do I need for D1?';
const POSSIBLE: CareFinding = { topic: 'abuse', certainty: 'possible' };
const BUDGET = { hasRoom: async () => true, spend: vi.fn<() => Promise<void>>(async () => {}) };

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.modes = ['normal'];
  server.rewrite = () => '{"topic": "none"}';
  server.requests.length = 0;
});
afterAll(() => server.close());

/** An assistant that quotes, and whose second reader is the stand-in. */
function open(finding: CareFinding | null, firstTextMs = DEFAULT_MODEL_LIMITS.firstTextMs) {
  const log = { info: vi.fn<(fields: object) => void>(), warn: vi.fn<(fields: object) => void>() };
  const config = { assistantName: 'Avery', productName: 'Pathway' };
  const model = createChatModel({
    provider: 'compatible',
    model: 'stand-in',
    baseUrl: server.url,
    apiKey: undefined,
  });
  return createAssistant({
    search: createMemorySearch(PASSAGES),
    config,
    log,
    clock: systemClock,
    classifyCare: async () => finding,
    readAgain: createSecondReader({
      model,
      budget: BUDGET,
      breaker: createModelBreaker({ clock: systemClock }),
      limits: { ...DEFAULT_MODEL_LIMITS, firstTextMs },
      log,
      prompts: loadDomains()[0].prompts,
    }),
  });
}

test.each(['{"topic": "crisis"}', '```json\n{ "topic": "crisis" }\n```'])(
  '[CHAT-14] what a second reader says is added: %s',
  async (verdict) => {
    server.rewrite = () => verdict;
    const answer = await ask(open(POSSIBLE), QUESTION);
    expect(answer.care).toEqual({ topic: 'crisis', form: 'lines_first' });
    expect(answer.text).toMatch(/^\*\*First, in case [^]*988[^]*16 core courses/);
  },
);

test('[CHAT-14] a second reader sees the message, and nothing else of the person', async () => {
  await ask(open(POSSIBLE), {
    text: QUESTION,
    screenName: 'Maya',
    goals: 'Rowing at Yale',
    history: [{ role: 'user', content: 'My secret is long.' }],
  });
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({ question: QUESTION, hasTools: false });
  expect(request?.prompt).toBe(`${loadDomains()[0].prompts.second_reader}\n\n${QUESTION}`);
});

test.each([
  null,
  { topic: 'crisis', certainty: 'likely' },
  { topic: 'abuse', certainty: 'certain' },
] as const)('[CHAT-14] where nothing is in doubt, it is not asked: %j', async (finding) => {
  await ask(open(finding), QUESTION);
  expect(server.requests).toEqual([]);
});

test('[CHAT-14] a crisis in plain words reaches no second reader', async () => {
  expect((await ask(open(POSSIBLE), 'I want to kill myself')).care?.topic).toBe('crisis');
  expect(server.requests).toEqual([]);
});

test.each([
  '{"topic": "none"}',
  '{"topic": "odds", "say": "all is well"}',
  'none',
  '{"topic": "bliss"}',
  '{"topic": "odds"}',
])('[CHAT-14] no verdict takes help away: %s', async (verdict) => {
  server.rewrite = () => verdict;
  const { care } = await ask(open(POSSIBLE), 'Who counts them, chess players in Mongolia?');
  expect(server.requests).toHaveLength(1);
  expect(care).toEqual({ topic: 'abuse', form: 'lines_first' });
});

test.each(['time-out', 'garbage', 'server-error', 'cut-stream', 'tool-call'] as ModelMode[])(
  '[CHAT-14] a second reader in the mode %s changes nothing',
  async (mode) => {
    server.modes = [mode];
    const { care } = await ask(open(POSSIBLE, 200), 'Who plays chess in Mongolia?');
    expect(server.requests).toHaveLength(1);
    expect(care).toEqual({ topic: 'abuse', form: 'lines_first' });
  },
);
