import { expect, test } from 'vitest';
import { createLogger } from '../../src/platform/log/create-logger.ts';
import { buildTestApp, type Person, type TestApp } from '../build-test-app.ts';
import { sayInPieces } from '../fake-assistant.ts';
import { multipartForm } from '../multipart-form.ts';

const CANARIES = {
  email: 'canary-email@example.com',
  prompt: 'canary-prompt',
  answer: 'canary-answer',
  comment: 'canary-comment',
  goals: 'canary-goals',
  filename: 'canary-filename.txt',
  content: 'canary-content',
  tag: 'canary-tag',
  query: 'canary-query',
  failure: 'canary-failure',
};

/** Sends every canary through the server and makes it fail in every way on the way. */
async function useEverything(server: TestApp, person: Person): Promise<string[]> {
  const call: TestApp['call'] = (...request) => server.call(...request);
  const replies: string[] = [];
  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const { body, statusCode } = await call(person, { method, url, payload });
    if (statusCode >= 400) replies.push(body);
  };
  const ask = { session_id: 'session-0001', user_id: person.id };
  const messages = [{ role: 'user', content: CANARIES.prompt }];
  await send('PATCH', '/api/user/profile', { goals: CANARIES.goals });
  await send('PATCH', '/api/user/profile', { [CANARIES.goals]: CANARIES.goals });
  await send('POST', '/api/chat', { ...ask, messages });
  await send('POST', '/api/feedback', { ...ask, text_feedback: CANARIES.comment });
  server.assistant.script = () => {
    throw new Error(CANARIES.failure);
  };
  await send('POST', '/api/chat', { ...ask, messages });
  await send('GET', `/api/user/session?hanko_token=${CANARIES.query}`);
  await send('GET', `/none?email=${CANARIES.email}`);
  await send('GET', `/api/admin/docs/${CANARIES.query}`);
  const form = multipartForm({ filename: CANARIES.filename, content: CANARIES.content });
  await call(person, { method: 'POST', url: '/api/admin/docs/upload', ...form });
  server.jobs.failure = new Error(CANARIES.failure);
  const other = multipartForm({ filename: CANARIES.filename, content: `${CANARIES.content} 2` });
  replies.push(
    (await call(person, { method: 'POST', url: '/api/admin/docs/upload', ...other })).body,
  );
  return replies;
}

test('no log line and no error reply holds what people typed, their address, a token or a cookie', async () => {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line) => void lines.push(line) });
  const server = await buildTestApp({ logger });
  server.assistant.script = sayInPieces([CANARIES.answer]);
  const person = await server.signIn({ email: CANARIES.email, isAdmin: true });
  const replies = await useEverything(server, person);
  await server.close();

  const log = lines.join('');
  expect(log).toContain('"event":"request"');
  expect(log).toContain('"code":"answer_failed"');
  expect(log).toContain('"code":"internal_error"');
  // Whoever looks for the fault finds the place at which it happened.
  expect(log).toContain('log-privacy.test.ts');
  const secrets = [...Object.values(CANARIES), ...Object.values(person.cookies)];
  for (const secret of secrets) {
    expect(log).not.toContain(secret);
    expect(replies.join('')).not.toContain(secret);
  }
});
