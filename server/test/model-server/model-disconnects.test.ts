import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_MODEL_LIMITS } from '../../src/assistant/generate/ask-model.ts';
import { createModelBreaker } from '../../src/assistant/generate/model-breaker.ts';
import { createTokenBudget } from '../../src/assistant/generate/token-budget.ts';
import { createAssistant } from '../../src/assistant/pipeline.ts';
import { createMemorySearch } from '../../src/assistant/testing/create-memory-search.ts';
import { makePassage } from '../../src/assistant/testing/make-passage.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createChatModel } from '../../src/platform/models/create-chat-model.ts';
import { buildTestApp, type Person, type TestApp } from '../build-test-app.ts';
import { createTestDatabase } from '../create-test-database.ts';
import { type ModelServer, startModelServer } from './start-model-server.ts';

const PEOPLE = 40;
const ROUNDS = 5;
const LEAVES_WITHIN_MS = 150;
const QUESTION = 'How many core courses do I need for D1?';

/** The whole server before a model that takes its time. */
async function open(): Promise<{ server: TestApp; model: ModelServer }> {
  const model = await startModelServer();
  model.pace = { firstTextMs: 20, betweenMs: 2 };
  const address = {
    provider: 'compatible',
    model: 'm',
    baseUrl: model.url,
    apiKey: undefined,
  } as const;
  const passages = [makePassage('Division I requires 16 core courses. They must be approved.')];
  const database = await createTestDatabase();
  const limits = { perUserPerDay: 1_000_000, perDay: 100_000_000 };
  const assistant = createAssistant({
    search: createMemorySearch(passages),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: { info: vi.fn<() => void>(), warn: vi.fn<() => void>() },
    clock: systemClock,
    model: {
      model: createChatModel(address),
      budget: createTokenBudget({ db: database.db, clock: systemClock }, limits),
      breaker: createModelBreaker({ clock: systemClock }),
      limits: DEFAULT_MODEL_LIMITS,
    },
  });
  const server = await buildTestApp({ database, assistant, limits: { chatPerMinute: 1000 } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await server.close();
    await model.close();
  });
  return { server, model };
}

async function askAndLeave(server: TestApp, person: Person, round: number): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = Object.entries(person.cookies).map((pair) => pair.join('='));
  const leaving = AbortSignal.timeout(Math.ceil(Math.random() * LEAVES_WITHIN_MS));
  const reply = fetch(`http://127.0.0.1:${port}/api/chat`, {
    method: 'POST',
    signal: leaving,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      cookie: cookie.join('; '),
    },
    body: JSON.stringify({
      messages: [{ role: 'user', content: QUESTION }],
      session_id: `session-${round}000`,
      user_id: person.id,
    }),
  });
  await reply.then((response) => response.text()).catch(() => undefined);
}

test(
  '[CHAT-12] 200 people who leave at any moment leave no call open at the provider and no row unfinished',
  { timeout: 600_000 },
  async () => {
    const { server, model } = await open();
    const { db } = server.database;
    let requests = 0;
    server.app.server.on('request', () => (requests += 1));
    const people: Person[] = [];
    while (people.length < PEOPLE) people.push(await server.signIn());
    const countRows = async (status?: 'pending') => {
      const rows = await db.selectFrom('chat_logs').select('status').execute();
      return rows.filter((row) => status === undefined || row.status === status).length;
    };
    requests = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(people.map((person) => askAndLeave(server, person, round)));
      await expect.poll(() => countRows(), { timeout: 60_000 }).toBe(requests);
      await expect.poll(() => countRows('pending'), { timeout: 60_000 }).toBe(0);
    }
    expect(requests).toBeGreaterThan((PEOPLE * ROUNDS) / 2);
    expect(model.openCalls).toBe(0);
    const { tokens } = await db
      .selectFrom('model_usage')
      .select((row) => row.fn.sum<string>('tokens').as('tokens'))
      .executeTakeFirstOrThrow();
    expect(Number(tokens)).toBe(model.requests.length * 1000);
  },
);
