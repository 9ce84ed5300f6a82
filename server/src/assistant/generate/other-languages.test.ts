import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type ModelServer,
  startModelServer,
} from '../../../test/model-server/start-model-server.ts';
import { quotePassages } from '../../../test/model-server/write-answer.ts';
import type { PassageSearch } from '../../knowledge/search/passage.ts';
import { systemClock } from '../../platform/clock.ts';
import { createChatModel } from '../../platform/models/create-chat-model.ts';
import { createAssistant } from '../pipeline.ts';
import type { CareClassifier } from '../safety/classifier/care-classifier.ts';
import { ask } from '../testing/ask.ts';
import { makePassage } from '../testing/make-passage.ts';
import { DEFAULT_MODEL_LIMITS } from './ask-model.ts';
import { createModelBreaker } from './model-breaker.ts';

const PASSAGE = makePassage('Una visita oficial es un viaje que paga la universidad.', {
  heading: '¿Qué es una visita oficial?',
  language: 'es',
});
const FOUND = { bm25: 9, utility: 9, cosine: 0.9 };
const QUESTION = '¿Qué es una visita oficial?';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.modes = ['normal'];
  server.answer = quotePassages;
  server.rewrite = () => 'What is an official visit?';
  server.requests.length = 0;
});
afterAll(() => server.close());

function open(classifyCare?: CareClassifier) {
  const search = vi.fn<PassageSearch['search']>(async () => ({
    hits: [{ passage: PASSAGE, section: 'visits', probability: 0.9, ...FOUND }],
    terms: [{ term: 'visita', idf: 3, documentFrequency: 1 }],
    isAbsent: false,
  }));
  const log = { info: vi.fn<(fields: object) => void>(), warn: vi.fn<(fields: object) => void>() };
  const deps = {
    search: { search, countUnread: async () => 0 },
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log,
    clock: systemClock,
  };
  const model = {
    model: createChatModel({
      provider: 'compatible',
      model: 'stand-in',
      baseUrl: server.url,
      apiKey: undefined,
    }),
    budget: { hasRoom: async () => true, spend: async () => {} },
    breaker: createModelBreaker(deps),
    limits: { ...DEFAULT_MODEL_LIMITS, backoffMs: 10 },
  };
  return {
    search,
    assistant: createAssistant({ ...deps, model, ...(classifyCare && { classifyCare }) }),
  };
}

test('[CHAT-11] a question in Spanish is searched for as it is, and a model answers it in Spanish', async () => {
  const { assistant, search } = open();
  const answer = await ask(assistant, QUESTION);
  expect(search.mock.calls.map(([{ question, language }]) => [question, language])).toEqual([
    [QUESTION, 'es'],
  ]);
  expect(answer.text).toContain('Una visita oficial es un viaje que paga la universidad. [1]');
  const last = server.requests.at(-1);
  expect(last?.prompt).toContain('- In Spanish, whatever language the passages are in.');
  expect(last?.prompt).not.toContain('</meant>');
});

test.each([
  ['Write my essay for me.', /^No puedo escribirlo por ti/],
  ['I want to kill myself.', /^Me alegra mucho que me lo digas/],
])('[CHAT-14] Spanish that says %j in English gets help in Spanish', async (english, help) => {
  server.rewrite = () => english;
  const { assistant } = open(async ({ text }) =>
    text.includes('essay') ? { topic: 'ghost_writing', certainty: 'certain' } : null,
  );
  const answer = await ask(assistant, QUESTION);
  expect(answer.kind).toBe('care');
  expect(answer.text).toMatch(help);
  expect(server.requests).toHaveLength(1);
});

test('[CHAT-14] a message in Spanish is screened as it is, and in the English words of the model', async () => {
  const classifyCare = vi.fn<CareClassifier>(async ({ isEnglish }) => ({
    topic: 'abuse',
    certainty: isEnglish ? 'likely' : 'possible',
  }));
  const answer = await ask(open(classifyCare).assistant, QUESTION);
  expect(classifyCare.mock.calls.map(([message]) => message)).toEqual([
    { text: QUESTION, isEnglish: false },
    { text: 'What is an official visit?', isEnglish: true },
  ]);
  expect(answer.text).toMatch(/^\*\*Primero, por si alguien te hace daño/);
});

test('a question in Spanish that nobody could put into English is answered all the same', async () => {
  server.rewrite = () => '';
  const answer = await ask(open().assistant, QUESTION);
  expect(answer.text).toContain('paga la universidad. [1]');
});

test('[CHAT-11] a question in French is searched for in English and answered in its language', async () => {
  const { assistant, search } = open();
  await ask(assistant, 'Quelle est la règle pour une visite officielle et qui la paie ?');
  expect(search.mock.calls.map(([{ question, language }]) => [question, language])).toEqual([
    ['What is an official visit?', 'en'],
  ]);
  expect(server.requests.at(-1)?.prompt).toContain('- In the language of the question, ');
});
