import { listLogs, type ChatLog } from '@pathway/contract/logs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { TEST_SOURCE } from '../../../test/fake-assistant.ts';

let server: TestApp;
let admin: Person;
beforeAll(async () => {
  server = await buildTestApp();
  admin = await server.signIn({ isAdmin: true });
});
afterAll(() => server.close());

test('[LOG-10] logs carry question, answer, matches and feedback, newest first, and no name', async () => {
  const person = await server.signIn({ email: 'canary@example.com' });
  const chat = async (content: string) => {
    server.clock.advance(1_000);
    const response = await server.call(person, {
      method: 'POST',
      url: '/api/chat',
      payload: {
        messages: [{ role: 'user', content }],
        session_id: 'session-0001',
        user_id: person.id,
      },
    });
    return response.json<{ message: { id: string } }>().message.id;
  };
  const first = await chat('First?');
  const second = await chat('Second?');
  await server.call(person, {
    method: 'POST',
    url: '/api/feedback',
    payload: {
      message_id: first,
      session_id: 'session-0001',
      user_id: person.id,
      user_type: 'admin',
      thumbs: 'down',
      text_feedback: 'Wrong year',
      timestamp: '1999-01-01T00:00:00Z',
    },
  });
  const response = await server.call(admin, { method: 'GET', url: '/api/admin/logs' });
  const { logs } = response.json<{ logs: ChatLog[] }>();
  expect(logs.map(({ id }) => id)).toEqual([second, first]);
  expect(logs[0]).toMatchObject({ feedback: '', feedback_text: '', feedback_timestamp: null });
  expect(logs[1]).toEqual({
    id: first,
    timestamp: new Date(server.clock.now().getTime() - 1_000).toISOString(),
    user_type: 'free_auth',
    session_id: 'session-0001',
    prompt: 'First?',
    response: 'You asked: First?',
    matches: [{ source: TEST_SOURCE.title, similarity: 0.82 }],
    feedback: 'down',
    feedback_text: 'Wrong year',
    feedback_timestamp: server.clock.now().toISOString(),
  });
  expect(response.body).not.toContain('canary@example.com');

  const passagesOf = (id: string, by = admin) =>
    server.call(by, { method: 'GET', url: `/api/admin/logs/${id}/passages` });
  expect((await passagesOf(first)).json()).toEqual({ passages: [TEST_SOURCE] });
  expect((await passagesOf(person.id)).statusCode).toBe(404);
  expect((await passagesOf(first, person)).statusCode).toBe(403);
});

test('[LOG-10, LOG-11] 2,500 logs of the same instant are answered once each, and unfinished ones not', async () => {
  const at = server.clock.now().toISOString();
  await server.database.execute(
    `insert into chat_logs (user_id, user_type, session_id, prompt, status, created_at)
     select $1, 'free_auth', 'session-0002', 'q', case when n > 2500 then 'pending' else 'answered' end,
       $2::timestamptz + interval '1 microsecond' * (n % 3)
     from generate_series(1, 2510) n`,
    [admin.id, at],
  );
  const response = await server.call(admin, { method: 'GET', url: '/api/admin/logs' });
  const { logs } = listLogs.reply.parse(response.json());
  const ids = logs.filter((log) => log.session_id === 'session-0002').map(({ id }) => id);
  expect(ids).toHaveLength(2_500);
  expect(new Set(ids).size).toBe(2_500);
});

test('[LOG-10] with no logs the list is empty; a failing one is an error reply', async () => {
  await server.database.db.deleteFrom('chat_logs').execute();
  const list = () => server.call(admin, { method: 'GET', url: '/api/admin/logs' });
  expect((await list()).json()).toEqual({ logs: [] });
  await server.database.execute('alter table chat_logs rename to chat_logs_away');
  const response = await list();
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ code: 'internal_error' });
});
