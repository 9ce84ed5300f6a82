import type { ChatMessage, ReplyMessage } from '@pathway/contract/chat';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { createFakeAssistant, TEST_SOURCE } from '../../../test/fake-assistant.ts';
import { askForStream, readEvents, readRow, sayAndWait } from './testing/streaming-chat.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  person = await server.signIn();
});
afterAll(() => server.close());

const SOURCES = {
  type: 'sources' as const,
  sources: [TEST_SOURCE, { ...TEST_SOURCE, n: 2 }],
  matches: [{ source: TEST_SOURCE.title, similarity: 0.82 }],
};

const ask = (content: string, options: { key?: string } = {}) =>
  askForStream(server, person, { content, ...options });

function stop(key: string, as = person) {
  const payload = { idempotency_key: key };
  return server.call(as, { method: 'POST', url: '/api/chat/stop', payload });
}

async function readHistory() {
  const response = await server.call(person, { method: 'GET', url: '/api/chat/history' });
  return response.json<{ messages: ChatMessage[] }>().messages;
}

test('[CHAT-12] Stop ends the work and stores what was said so far, with what it cited', async () => {
  const answer = sayAndWait(server, SOURCES, {
    type: 'delta',
    text: 'Sixteen courses. [1] And [2',
  });
  const reading = ask('Go?', { key: 'key-to-stop' }).then(readEvents);
  await answer.said;
  const { message } = (await stop('key-to-stop')).json<{ message: ReplyMessage }>();
  const { id } = await readRow(server, person);
  expect(message).toEqual({
    id,
    content: 'Sixteen courses. [1] And',
    sources: [TEST_SOURCE],
    stopped: true,
  });
  expect(answer.isStopped).toBe(true);
  expect((await reading).at(-1)).toEqual({ type: 'done', message });
  expect(await readRow(server, person)).toMatchObject({
    status: 'aborted',
    matches: SOURCES.matches,
  });
  expect((await readHistory()).at(-1)).toMatchObject({
    id,
    content: 'Sixteen courses. [1] And',
    stopped: true,
    sources: [TEST_SOURCE],
  });
});

test('[CHAT-12] after Stop a new question is answered at once, and knows what was said', async () => {
  const answer = sayAndWait(server, { type: 'delta', text: 'Sixteen courses.' });
  const reading = ask('Go?', { key: 'key-to-stop' }).then(readEvents);
  await answer.said;
  await stop('key-to-stop');
  server.assistant.script = createFakeAssistant().script;
  expect((await readEvents(await ask('And now?'))).at(-1)).toMatchObject({ type: 'done' });
  expect(server.assistant.questions.at(-1)?.history).toEqual([
    { role: 'user', content: 'Go?' },
    { role: 'assistant', content: 'Sixteen courses.' },
  ]);
  await reading;
});

test('[CHAT-12][FB-03] an answer stopped before its first word is stopped in the history too', async () => {
  const answer = sayAndWait(server);
  const reading = ask('Go?', { key: 'key-to-stop' }).then(readEvents);
  await answer.said;
  await stop('key-to-stop');
  await reading;
  expect((await readHistory()).at(-1)).toMatchObject({ id: null, content: '', stopped: true });
});

test('[CHAT-12] a question of a process that is gone can be stopped too', async () => {
  const question = { prompt: 'Go?', user_type: 'free_auth', session_id: 'session-0001' };
  await server.database.db
    .insertInto('chat_logs')
    .values({
      ...question,
      user_id: person.id,
      idempotency_key: 'key-of-another',
      status: 'pending',
      created_at: server.clock.now(),
    })
    .execute();
  expect((await stop('key-of-another')).json()).toMatchObject({ message: { stopped: true } });
  server.assistant.script = createFakeAssistant().script;
  expect((await readEvents(await ask('And now?'))).at(-1)).toMatchObject({ type: 'done' });
});

test('[CHAT-12] nobody stops what is not theirs, unknown, or answered', async () => {
  const answer = sayAndWait(server, { type: 'delta', text: 'Sixteen' });
  const reading = ask('Go?', { key: 'key-to-stop' }).then(readEvents);
  await answer.said;
  const stranger = await server.signIn();
  expect((await stop('key-to-stop', stranger)).json()).toEqual({ message: null });
  expect((await stop('key-unknown')).json()).toEqual({ message: null });
  answer.goOn();
  expect((await reading).at(-1)).toMatchObject({ message: { content: 'The whole answer. [1]' } });
  expect((await stop('key-to-stop')).json()).toEqual({ message: null });
  expect((await stop('!')).statusCode).toBe(400);
  expect(await readRow(server, person)).toMatchObject({ status: 'answered' });
});
