import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerEvent } from '@pathway/contract/chat';
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from '../../src/assistant/generate/ask-model.ts';
import { createModelBreaker } from '../../src/assistant/generate/model-breaker.ts';
import { createTokenBudget } from '../../src/assistant/generate/token-budget.ts';
import { createAssistant } from '../../src/assistant/pipeline.ts';
import { createMemorySearch } from '../../src/assistant/testing/create-memory-search.ts';
import { makePassage } from '../../src/assistant/testing/make-passage.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { ChatModel } from '../../src/platform/models/chat-model.ts';
import { createChatModel } from '../../src/platform/models/create-chat-model.ts';
import { buildTestApp, type Person } from '../build-test-app.ts';
import { createTestDatabase } from '../create-test-database.ts';
import { type Llama, startLlama } from './start-llama.ts';

const PACKAGES = process.env['REAL_LLAMA'] ?? '';
const PATIENT: Partial<ModelLimits> = { firstTextMs: 600_000, totalMs: 600_000, retries: 0 };
const LIMIT_MS = 300_000;
/** Within this, the model server has taken up or laid down what it writes, however busy the machine. */
const TURN_LIMIT_MS = 60_000;
/** Fewer than an answer has. Where it matters only that the model writes, it is cut off here, and quotes step in. */
const FEW_TOKENS = 40;
/** By question: the sentence that answers it. */
const FACTS = {
  'How many core courses do I need for Division I?':
    'Division I requires 16 core courses in high school.',
  'What is a dead period?':
    'During a dead period a coach may not meet recruits or their parents in person anywhere.',
  'When does the FAFSA open?': 'The FAFSA opens on October 1 of the year before college begins.',
  'How many official visits can I take?':
    'A recruit may take one official visit to each Division I school.',
};
const QUESTIONS = Object.keys(FACTS);
const PASSAGES = Object.values(FACTS).map((sentence) =>
  makePassage(`${sentence} Ask your school counselor early.`),
);
/** What a sentence has to be to count as one of the model's own. */
const SENTENCE = /[^.!?\n]{25,}[.!?]/g;
const CITATION = /\[\d+\]/;

let llama: Llama;
beforeAll(async () => {
  llama = await startLlama(PACKAGES);
}, LIMIT_MS);
afterAll(() => llama.kill());

interface Asked {
  events: AnswerEvent[];
  /** All that was shown piece by piece, and what was stored in the end. */
  shown: string;
  content: string;
  firstMs: number;
  wholeMs: number;
}

/** The whole server before a model server at `url`; what the model says is kept. */
async function open({ url = llama.url, limits = PATIENT, tokens = Number.POSITIVE_INFINITY } = {}) {
  const real = createChatModel({
    provider: 'compatible',
    model: 'smollm2',
    baseUrl: url,
    apiKey: undefined,
  });
  const said: string[] = [];
  let onText = () => {};
  const model: ChatModel = {
    ...real,
    async *stream(prompt, signal) {
      const number = said.push('') - 1;
      const maxOutputTokens = Math.min(tokens, prompt.maxOutputTokens);
      for await (const part of real.stream({ ...prompt, maxOutputTokens }, signal)) {
        if (part.type === 'text') {
          said[number] = `${said[number] ?? ''}${part.text}`;
          onText();
        }
        yield part;
      }
    },
  };
  const log = { info: vi.fn<() => void>(), warn: vi.fn<(line: unknown) => void>() };
  const database = await createTestDatabase();
  const room = { perUserPerDay: 1_000_000, perDay: 100_000_000 };
  const assistant = createAssistant({
    search: createMemorySearch(PASSAGES),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log,
    clock: systemClock,
    model: {
      model,
      budget: createTokenBudget({ db: database.db, clock: systemClock }, room),
      breaker: createModelBreaker({ clock: systemClock }),
      limits: { ...DEFAULT_MODEL_LIMITS, ...limits },
    },
  });
  const server = await buildTestApp({ database, assistant, limits: { chatPerMinute: 1_000 } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const first = await server.signIn();
  const send = (person: Person, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookieOf(person), ...headers },
      body: JSON.stringify(body),
    });
  async function ask(
    question: string,
    { key = randomUUID(), person = first }: { key?: string; person?: Person } = {},
  ): Promise<Asked> {
    const startedAt = performance.now();
    const body = {
      messages: [{ role: 'user', content: question }],
      session_id: `session-${key}`,
      user_id: person.id,
    };
    const headers = { accept: 'text/event-stream', 'idempotency-key': key };
    const reply = await send(person, '/api/chat', body, headers);
    if (!reply.ok) throw new Error(`The question was replied to with ${reply.status}.`);
    let [text, firstMs] = ['', Number.NaN];
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (Number.isNaN(firstMs) && text.includes('"type":"delta"'))
        firstMs = performance.now() - startedAt;
    }
    const lines = [...text.matchAll(/^data: (.*)$/gm)];
    const events = lines.map(([, json = '']) => JSON.parse(json) as AnswerEvent);
    const last = events.at(-1);
    return {
      events,
      shown: events.flatMap((event) => (event.type === 'delta' ? event.text : [])).join(''),
      content: last?.type === 'done' ? last.message.content : '',
      firstMs,
      wholeMs: performance.now() - startedAt,
    };
  }
  return {
    said,
    server,
    ask,
    /** Resolves once the model writes. @throws Error when the answer is there before. */
    async begin(question: string, key?: string): Promise<{ asked: Promise<Asked> }> {
      const begun = new Promise<boolean>((resolve) => (onText = () => resolve(true)));
      const asked = ask(question, key === undefined ? {} : { key });
      if (await Promise.race([begun, asked.then(() => false)])) return { asked };
      throw new Error('The model wrote nothing.');
    },
    /** What the log says of calls that failed. */
    failures: () =>
      log.warn.mock.calls.flatMap(([line]) => {
        const { reason } = Object(line) as { reason?: string };
        return reason ?? [];
      }),
    stop: (key: string) => send(first, '/api/chat/stop', { idempotency_key: key }),
  };
}

const cookieOf = ({ cookies }: Person) =>
  Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');

/** The quoted fact that answers the question, with its citation. */
function expectQuoted({ content }: Asked, question: string): void {
  expect(content).toContain(FACTS[question as keyof typeof FACTS].replace(/\.$/, ''));
  expect(content).toMatch(CITATION);
}

test(
  'no sentence that the model did not cite reaches the screen, and quotes step in',
  { timeout: LIMIT_MS },
  async () => {
    const { ask, said } = await open();
    const answers: Asked[] = [];
    for (const question of QUESTIONS) answers.push(await ask(question));
    const source = Object.values(FACTS).join(' ');
    const uncited = said
      .flatMap((text) => text.match(SENTENCE) ?? [])
      .map((sentence) => sentence.trim())
      .filter((sentence) => !CITATION.test(sentence) && !source.includes(sentence));
    // Small as it is, the model says much that it does not cite.
    expect(uncited.length).toBeGreaterThan(QUESTIONS.length);
    for (const { shown, content } of answers) {
      for (const sentence of uncited) {
        expect(shown).not.toContain(sentence);
        expect(content).not.toContain(sentence);
      }
      expect(content).toMatch(CITATION);
    }
    const seconds = (times: number[]) => times.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
    process.stdout.write(`First text after ${seconds(answers.map(({ firstMs }) => firstMs))} s\n`);
  },
);

test('two people are answered at once', { timeout: LIMIT_MS }, async () => {
  const { ask, said, server } = await open({ tokens: FEW_TOKENS });
  const people = [await server.signIn(), await server.signIn()];
  const asked = people.map((person, index) => ask(QUESTIONS[index] ?? '', { person }));
  const done = Promise.all(asked);
  await expect.poll(() => llama.countBusy(), { interval: 5, timeout: TURN_LIMIT_MS }).toBe(2);
  for (const { content } of await done) expect(content).toMatch(CITATION);
  expect(said.filter((text) => text !== '')).toHaveLength(2);
});

test(
  'Stop ends the call, and the model server is free for the next',
  { timeout: LIMIT_MS },
  async () => {
    const { begin, stop, server } = await open();
    const written = await llama.countWritten();
    const key = randomUUID();
    const { asked } = await begin(QUESTIONS[0] ?? '', key);
    // So that it is amid the answer, however long the call takes.
    llama.freeze();
    try {
      expect((await stop(key)).status).toBe(200);
      await asked;
    } finally {
      llama.wake();
    }
    await expect.poll(() => llama.countBusy(), { timeout: TURN_LIMIT_MS }).toBe(0);
    expect((await llama.countWritten()) - written).toBeLessThan(FEW_TOKENS);
    const rows = await server.database.db.selectFrom('chat_logs').select('status').execute();
    expect(rows).toEqual([{ status: 'aborted' }]);
  },
);

test(
  'a slow first token is waited for, and one that is too slow is replaced by quotes',
  { timeout: LIMIT_MS },
  async () => {
    const [question = ''] = QUESTIONS;
    const late = await open({ limits: { ...PATIENT, firstTextMs: 1_500 } });
    llama.freeze();
    try {
      expectQuoted(await late.ask(question), question);
      expect(late.failures()).toContain('The first text took too long.');
      expect(late.said.join('')).toBe('');
    } finally {
      llama.wake();
    }
    // What was given up is not written to its end.
    await expect.poll(() => llama.countBusy(), { timeout: TURN_LIMIT_MS }).toBe(0);

    const patient = await open({ tokens: FEW_TOKENS });
    llama.freeze();
    const begun = patient.begin(question);
    await expect.poll(() => patient.said.length, { timeout: TURN_LIMIT_MS }).toBe(1);
    llama.wake();
    const { asked } = await begun;
    expect((await asked).content).toMatch(CITATION);
  },
);

test(
  'an answer that does not end in time is replaced by quotes',
  { timeout: LIMIT_MS },
  async () => {
    const [question = ''] = QUESTIONS;
    const { wholeMs } = await (await open({ tokens: FEW_TOKENS })).ask(question);
    // The server knows the prompt by now, so that it begins to write well within this.
    const { begin, failures } = await open({ limits: { ...PATIENT, totalMs: 10_000 + wholeMs } });
    const written = await llama.countWritten();
    const { asked } = await begin(question);
    llama.freeze();
    try {
      expectQuoted(await asked, question);
      expect(failures()).toContain('The answer took too long.');
    } finally {
      llama.wake();
    }
    await expect.poll(() => llama.countBusy(), { timeout: TURN_LIMIT_MS }).toBe(0);
    expect((await llama.countWritten()) - written).toBeLessThan(FEW_TOKENS);
  },
);

test(
  'a model server that dies amid an answer is replaced by quotes, and writes again once it is back',
  { timeout: LIMIT_MS },
  async () => {
    const [question = '', other = ''] = QUESTIONS;
    const { ask, begin, said } = await open();
    const { asked } = await begin(question);
    await llama.kill();
    expectQuoted(await asked, question);
    await llama.start();
    expect((await ask(other)).content).toMatch(CITATION);
    expect(said).toHaveLength(2);
    expect(said[1]).not.toBe('');
  },
);

test(
  'a prompt that its context cannot hold is refused, and quotes step in',
  { timeout: LIMIT_MS },
  async () => {
    const [question = ''] = QUESTIONS;
    const narrow = await startLlama(PACKAGES, 256);
    onTestFinished(() => narrow.kill());
    const { ask, failures, said } = await open({ url: narrow.url });
    expectQuoted(await ask(question), question);
    expect(failures()).not.toEqual([]);
    expect(said.join('')).toBe('');
  },
);

test(
  'an address where nobody is, or nothing of the kind, costs no answer',
  { timeout: LIMIT_MS },
  async () => {
    const [question = ''] = QUESTIONS;
    for (const url of ['http://127.0.0.1:9/v1', `${llama.url}/nothing`]) {
      const { ask, failures, said } = await open({ url });
      expectQuoted(await ask(question), question);
      expect(failures()).not.toEqual([]);
      expect(said.join('')).toBe('');
    }
  },
);
