import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
let messageId: string;
beforeAll(async () => {
  server = await buildTestApp();
});
beforeEach(async () => {
  person = await server.signIn();
  messageId = await insertAnswer(person);
});
afterAll(() => server.close());

async function insertAnswer(as: Person, status: 'answered' | 'failed' = 'answered') {
  const { id } = await server.database.db
    .insertInto('chat_logs')
    .values({
      user_id: as.id,
      user_type: 'free_auth',
      session_id: 'session-0001',
      prompt: 'q',
      response: 'a',
      status,
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function send(as: Person, body: Record<string, unknown> = {}) {
  const payload = {
    message_id: messageId,
    session_id: 'session-0001',
    user_id: as.id,
    user_type: 'free_auth',
    thumbs: 'up',
    text_feedback: '',
    timestamp: new Date(0).toISOString(),
    ...body,
  };
  return server.call(as, { method: 'POST', url: '/api/feedback', payload });
}

function stored() {
  return server.database.db
    .selectFrom('feedback')
    .selectAll()
    .where('message_id', '=', messageId)
    .execute();
}

test('[FB-04] the thumb and then its comment are one record, timed by the server', async () => {
  expect((await send(person, { thumbs: 'down' })).json()).toEqual({ success: true });
  await send(person, { thumbs: 'down', text_feedback: 'Too long' });
  expect(await stored()).toEqual([
    {
      message_id: messageId,
      user_id: person.id,
      thumbs: 'down',
      text_feedback: 'Too long',
      updated_at: server.clock.now(),
      asked_at: server.clock.now(),
      has_text: true,
    },
  ]);
});

test('[FB-04] a thumb that arrives after its comment leaves the comment', async () => {
  await send(person, { text_feedback: 'Great' });
  await send(person);
  expect(await stored()).toMatchObject([{ text_feedback: 'Great' }]);
});

test('[FB-04] sent five times at once it is one record and five successes', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => send(person)));
  expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await stored()).toHaveLength(1);
});

test('[FB-06] history shows feedback as it was given', async () => {
  await send(person, { text_feedback: 'Great' });
  const response = await server.call(person, { method: 'GET', url: '/api/chat/history' });
  expect(response.json<{ messages: unknown[] }>().messages[1]).toMatchObject({
    id: messageId,
    feedback: 'up',
    feedbackSubmitted: true,
    feedbackText: 'Great',
  });
});

test('[FB-04] somebody else, an unknown message and a failed answer are all 404', async () => {
  const stranger = await server.signIn();
  expect((await send(stranger)).statusCode).toBe(404);
  expect((await send(person, { message_id: randomUUID() })).statusCode).toBe(404);
  expect((await send(person, { message_id: "'; drop table feedback; --" })).statusCode).toBe(404);
  const failed = await insertAnswer(person, 'failed');
  expect((await send(person, { message_id: failed })).statusCode).toBe(404);
  expect(await stored()).toEqual([]);
});

test.each([
  ['a foreign user id', { user_id: randomUUID() }, 403],
  ['another thumb', { thumbs: 'sideways' }, 400],
  ['an unknown key', { role: 'admin' }, 400],
  ['a comment of 5,001 characters', { text_feedback: 'x'.repeat(5_001) }, 400],
])('[FB-04] %s is refused', async (_name, body, status) => {
  expect((await send(person, body)).statusCode).toBe(status);
  expect(await stored()).toEqual([]);
});
