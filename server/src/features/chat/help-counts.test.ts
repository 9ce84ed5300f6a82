import type { ChatMessage, ReplyMessage } from '@pathway/contract/chat';
import type { ChatLog } from '@pathway/contract/logs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type Person } from '../../../test/build-test-app.ts';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { answerOf } from '../../../test/fake-assistant.ts';
import { placeDatabase, runUntilKilled } from '../../../test/run-until-killed.ts';
import type { Answer } from '../../assistant/answer.ts';
import type { Database } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { createAnswerStore, type Ending } from './answer-store.ts';

const AT = new Date('2026-11-30T23:30:00Z');
const KILLED = new URL('../../../test/database/answer-until-killed.ts', import.meta.url);
const KILLED_AFTER = 20;
const KILL_LIMIT_MS = 120_000;

function endingOf(care: readonly string[]): Ending {
  return { status: 'answered', kind: 'care', text: 'Call 988.', sources: [], matches: [], care };
}

async function askOnce({ db }: Database): Promise<string> {
  const user = await db
    .insertInto('users')
    .values({ provider_user_id: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('chat_logs')
    .values({
      user_id: user.id,
      user_type: 'free_auth',
      session_id: 'session-0001',
      prompt: 'Help',
      status: 'pending',
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe.each(TEST_ENGINES)('[CHAT-14] how often help was given, on %s', (engine) => {
  async function open() {
    const database = await createTestDatabase(engine);
    onTestFinished(() => database.close());
    return { database, answers: createAnswerStore(database.db) };
  }

  test('is counted by topic and month of UTC, once for each answer', async () => {
    const { database, answers } = await open();
    const first = await askOnce(database);
    await answers.saveAnswer(first, endingOf(['crisis']), AT);
    await answers.saveAnswer(first, endingOf(['crisis']), AT);
    await answers.saveAnswer(await askOnce(database), endingOf(['odds', 'crisis']), AT);
    await answers.saveAnswer(await askOnce(database), endingOf([]), AT);
    const nextMonth = new Date('2026-12-01T00:30:00Z');
    await answers.saveAnswer(await askOnce(database), endingOf(['abuse']), nextMonth);
    expect(await answers.listHelpCounts()).toEqual([
      { month: '2026-12', topic: 'abuse', count: 1 },
      { month: '2026-11', topic: 'crisis', count: 2 },
      { month: '2026-11', topic: 'odds', count: 1 },
    ]);
  });

  test('loses nothing when many are helped at once', async () => {
    const { database, answers } = await open();
    const asked = [];
    for (let index = 0; index < 12; index += 1) asked.push(await askOnce(database));
    const topics = [
      ['crisis', 'abuse'],
      ['abuse', 'crisis'],
    ];
    await Promise.all(
      asked.map((id, index) => answers.saveAnswer(id, endingOf(topics[index % 2] ?? []), AT)),
    );
    expect(await answers.listHelpCounts()).toEqual([
      { month: '2026-11', topic: 'abuse', count: 12 },
      { month: '2026-11', topic: 'crisis', count: 12 },
    ]);
  });

  test('stays when the person is erased', async () => {
    const { database, answers } = await open();
    await answers.saveAnswer(await askOnce(database), endingOf(['crisis']), AT);
    await database.db.deleteFrom('users').execute();
    expect(await database.db.selectFrom('chat_logs').select('id').execute()).toEqual([]);
    expect(await answers.listHelpCounts()).toMatchObject([{ topic: 'crisis', count: 1 }]);
  });

  test('is stored with the answer or not at all', async () => {
    const { database, answers } = await open();
    const id = await askOnce(database);
    await database.execute('alter table help_counts rename to help_counts_away');
    await expect(answers.saveAnswer(id, endingOf(['crisis']), AT)).rejects.toThrow();
    const { status } = await database.db
      .selectFrom('chat_logs')
      .select('status')
      .executeTakeFirstOrThrow();
    expect(status).toBe('pending');
  });

  test(
    'survives kill -9: what was acknowledged is counted, and no more than was stored',
    async () => {
      const place = await placeDatabase(engine);
      let acknowledged = 0;
      for (const _ of ['first', 'after the restart']) {
        acknowledged += await runUntilKilled(KILLED, place, KILLED_AFTER);
      }
      const database = await openDatabase(place);
      onTestFinished(() => database.close());
      const { rows } = await database.execute(
        `select count(*)::int as stored from chat_logs where status = 'answered'`,
      );
      const stored = Number(rows[0]?.['stored']);
      const counts = await createAnswerStore(database.db).listHelpCounts();
      for (const topic of ['crisis', 'abuse']) {
        const ofTopic = counts.filter((one) => one.topic === topic);
        expect(ofTopic.reduce((sum, { count }) => sum + count, 0)).toBe(stored);
      }
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
    },
    KILL_LIMIT_MS,
  );
});

test('[CHAT-14] [LOG-10] what an answer cared for is in its reply, history and log, in the count and the metrics', async () => {
  const server = await buildTestApp();
  onTestFinished(() => server.close());
  const person = await server.signIn();
  const admin = await server.signIn({ isAdmin: true });
  const read = async <T>(as: Person, url: string) =>
    (await server.call(as, { method: 'GET', url })).json<T>();
  const ask = async (kind: Answer['kind'], care: readonly string[]) => {
    server.assistant.script = async (_question, listener) => {
      if (care.length > 0) listener.onCare(care);
      return { ...answerOf('An answer.'), kind };
    };
    const payload = {
      messages: [{ role: 'user', content: `${kind}?` }],
      session_id: 'session-0001',
      user_id: person.id,
    };
    server.clock.advance(1_000);
    const reply = await server.call(person, { method: 'POST', url: '/api/chat', payload });
    return reply.json<{ message: ReplyMessage }>().message.needsPerson;
  };
  expect(await ask('care', ['crisis'])).toBe(true);
  expect(await ask('answered', ['crisis', 'odds'])).toBe(true);
  expect(await ask('not_covered', [])).toBe(true);
  expect(await ask('answered', [])).toBeUndefined();

  const { messages } = await read<{ messages: ChatMessage[] }>(person, '/api/chat/history');
  const answers = messages.filter(({ role }) => role === 'assistant');
  expect(answers.map(({ needsPerson }) => needsPerson)).toEqual([true, true, true, undefined]);
  const { logs } = await read<{ logs: ChatLog[] }>(admin, '/api/admin/logs');
  expect(logs.map(({ care }) => care)).toEqual([
    undefined,
    undefined,
    ['crisis', 'odds'],
    ['crisis'],
  ]);
  const month = server.clock.now().toISOString().slice(0, 7);
  expect(await read(admin, '/api/admin/help/counts')).toEqual({
    counts: [{ month, topic: 'crisis', count: 2 }],
  });
  const metrics = await server.app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } });
  expect(metrics.body).toContain('help_given_total{topic="crisis"} 2');
  expect(metrics.body).toContain('help_given_total{topic="odds"} 1');
});
