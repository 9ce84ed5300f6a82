import type { ReplyMessage } from '@pathway/contract/chat';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { askForStream, readEvents, readRow, sayAndWait } from './testing/streaming-chat.ts';

/** Two servers on one database; each knows only the answers that it works on itself. */
let here: TestApp;
let there: TestApp;
let person: Person;
beforeAll(async () => {
  here = await buildTestApp();
  there = await buildTestApp({ database: here.database });
  for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  person = await here.signIn();
});
afterAll(async () => {
  await there.app.close();
  await here.close();
});

const ask = (server: TestApp) =>
  askForStream(server, person, { content: 'Go?', key: 'key-of-both' }).then(readEvents);

test('[CHAT-12] Stop on another server ends the work, and keeps what was said', async () => {
  const answer = sayAndWait(here, { type: 'delta', text: 'Sixteen courses.' });
  const reading = ask(here);
  await answer.said;
  const payload = { idempotency_key: 'key-of-both' };
  const reply = await there.call(person, { method: 'POST', url: '/api/chat/stop', payload });
  const { message } = reply.json<{ message: ReplyMessage }>();
  expect(message).toMatchObject({ content: 'Sixteen courses.', stopped: true });
  expect(answer.isStopped).toBe(true);
  expect((await reading).at(-1)).toEqual({ type: 'done', message });
  expect(await readRow(here, person)).toMatchObject({ status: 'aborted' });
});

test('[CHAT-08] asked again on another server, a question gets its one answer', async () => {
  const answer = sayAndWait(here);
  const reading = ask(here);
  await answer.said;
  const following = ask(there);
  answer.goOn();
  const [first, second] = await Promise.all([reading, following]);
  expect(first.at(-1)).toMatchObject({ message: { content: 'The whole answer. [1]' } });
  expect(second.at(-1)).toEqual(first.at(-1));
  expect(there.assistant.questions).toEqual([]);
});

test('[CHAT-08] an answer that was given elsewhere meanwhile is the answer', async () => {
  const answer = sayAndWait(here);
  const reading = ask(here);
  await answer.said;
  await here.database.db
    .updateTable('chat_logs')
    .set({ status: 'answered', response: 'Given elsewhere.', answered_at: here.clock.now() })
    .where('user_id', '=', person.id)
    .execute();
  answer.goOn();
  expect((await reading).at(-1)).toMatchObject({ message: { content: 'Given elsewhere.' } });
});
