import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import {
  answerOf,
  createFakeAssistant,
  sayInPieces,
  TEST_SOURCE,
} from '../../../test/fake-assistant.ts';
import {
  askForStream,
  readEvents,
  readRow,
  readUntil,
  sayAndWait,
} from './testing/streaming-chat.ts';

const loggedFailures: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void loggedFailures.push(line) });

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp({ logger });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  person = await server.signIn();
  server.assistant.script = createFakeAssistant().script;
});
afterAll(() => server.close());

const ask = (content: string, options: { signal?: AbortSignal; key?: string } = {}) =>
  askForStream(server, person, { content, ...options });

test('[CHAT-12] a streamed answer leaves no failure in the log', async () => {
  loggedFailures.length = 0;
  await readEvents(await ask('Go?'));
  // The handler ends after the last byte: the next call of the same connection comes behind it.
  await readEvents(await ask('Go?'));
  expect(loggedFailures).toEqual([]);
});

test('[CHAT-12] pieces arrive in order and the last event is the stored message', async () => {
  const response = await ask('Go?');
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const row = await readRow(server, person);
  expect(await readEvents(response)).toEqual([
    { type: 'delta', text: 'You asked: ' },
    { type: 'delta', text: 'Go?' },
    { type: 'done', message: { id: row.id, content: 'You asked: Go?', sources: [TEST_SOURCE] } },
  ]);
});

test('[CHAT-12] the connection shows a sign of life before the first word', async () => {
  const answer = sayAndWait(server);
  const response = await ask('Go?');
  expect(await readUntil(response, '\n\n')).toBe(':\n\n');
  answer.goOn();
  await readUntil(response, 'done');
});

test('[CHAT-12] a piece is sent when it is known, not when the answer is complete', async () => {
  const answer = sayAndWait(server, { type: 'delta', text: 'First' });
  const response = await ask('Go?');
  expect(await readUntil(response, 'First')).toBe(':\n\ndata: {"type":"delta","text":"First"}\n\n');
  expect((await readRow(server, person)).status).toBe('pending');
  answer.goOn();
  await readUntil(response, 'done');
});

const SOURCES = {
  type: 'sources' as const,
  sources: [TEST_SOURCE, { ...TEST_SOURCE, n: 2 }],
};

test('[CHAT-13] the sources are sent before the text that cites them, without their matches', async () => {
  const answer = sayAndWait(server, SOURCES, { type: 'delta', text: 'Sixteen. [1]' });
  const reading = ask('Go?').then(readEvents);
  await answer.said;
  answer.goOn();
  expect((await reading).slice(0, 2)).toEqual([
    { type: 'sources', sources: SOURCES.sources },
    { type: 'delta', text: 'Sixteen. [1]' },
  ]);
});

test('[CHAT-12] who comes back under the same key reads what was said before', async () => {
  const answer = sayAndWait(server, SOURCES, { type: 'delta', text: 'Sixteen ' });
  const leaving = new AbortController();
  await ask('Go?', { key: 'key-00002', signal: leaving.signal });
  await answer.said;
  leaving.abort();
  const response = await ask('Go?', { key: 'key-00002' });
  expect(await readUntil(response, 'Sixteen')).toContain('"type":"sources"');
  answer.goOn();
  await readUntil(response, 'done');
});

test('[CHAT-09, CHAT-12] a failure in the middle is the last event', async () => {
  server.assistant.script = async (_question, listener) => {
    listener.onPart({ type: 'delta', text: 'Half' });
    throw new Error('gone');
  };
  expect(await readEvents(await ask('Go?'))).toEqual([
    { type: 'delta', text: 'Half' },
    {
      type: 'error',
      error: 'Sorry, something went wrong. Please try again.',
      code: 'answer_failed',
    },
  ]);
  expect(await readRow(server, person)).toMatchObject({ status: 'failed', response: '' });
});

test('[CHAT-12] a refusal before the answer begins is a plain error reply', async () => {
  const response = await ask(' ');
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'Please type a message.', code: 'message_blank' },
  ]);
});

test('[CHAT-12] when the reader leaves, the answer is finished and stored all the same', async () => {
  const gate = Promise.withResolvers<void>();
  server.assistant.script = async (question, listener) => {
    listener.onPart({ type: 'delta', text: 'Half' });
    await gate.promise;
    return sayInPieces(['The ', 'whole.'])(question, listener);
  };
  const leaving = new AbortController();
  const response = await ask('Go?', { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  gate.resolve();
  await expect
    .poll(() => readRow(server, person))
    .toMatchObject({ status: 'answered', response: 'The whole.' });
});

test('[CHAT-12] readers who leave at any time leave no question unfinished', async () => {
  server.assistant.script = async ({ text }, listener) => {
    for (const piece of ['a', 'b', 'c']) {
      await new Promise((resolve) => setImmediate(resolve));
      listener.onPart({ type: 'delta', text: piece });
    }
    return answerOf(text);
  };
  for (let index = 0; index < 15; index += 1) {
    const signal = AbortSignal.timeout(index);
    await ask(`Question ${index}`, { signal })
      .then(readEvents)
      .catch(() => undefined);
    await expect.poll(countPending).toBe(0);
  }
  const rows = await server.database.db
    .selectFrom('chat_logs')
    .select('status')
    .where('user_id', '=', person.id)
    .execute();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['answered']));
});

async function countPending(): Promise<number> {
  const rows = await server.database.db
    .selectFrom('chat_logs')
    .select('id')
    .where('user_id', '=', person.id)
    .where('status', '=', 'pending')
    .execute();
  return rows.length;
}

test('[CHAT-12] a repeated key streams the stored message again', async () => {
  const first = await readEvents(await ask('Go?', { key: 'key-00001' }));
  const again = await readEvents(await ask('Go?', { key: 'key-00001' }));
  expect(again).toEqual([first.at(-1)]);
});

test('[CHAT-12] a server that stops marks what it was answering as failed', async () => {
  const begun = Promise.withResolvers<void>();
  server.assistant.script = async (_question, _listener, signal) => {
    begun.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  };
  const response = ask('Go?');
  await begun.promise;
  const closing = server.app.close();
  expect(await readEvents(await response)).toMatchObject([{ type: 'error' }]);
  await closing;
  expect((await readRow(server, person)).status).toBe('failed');
});
