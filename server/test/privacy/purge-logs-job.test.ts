import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../create-test-database.ts';
import { deleteUsageBefore } from '../../src/assistant/generate/token-budget.ts';
import { createConsentStore } from '../../src/features/consent/consent-store.ts';
import { createLogStore } from '../../src/features/logs/log-store.ts';
import { createTestClock } from '../test-clock.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createPurgeLogsJob } from '../../src/features/logs/purge-logs-job.ts';

const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
const { signal } = new AbortController();

describe.each(TEST_ENGINES)('the retention of logs on %s', (engine) => {
  let database: Database;
  let userId: string;
  const clock = createTestClock(new Date('2026-11-20T03:41:00Z'));
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const { id } = await database.db
      .insertInto('users')
      .values({ provider_user_id: 'person' })
      .returning('id')
      .executeTakeFirstOrThrow();
    userId = id;
  });
  beforeEach(() => database.db.deleteFrom('chat_logs').execute());
  afterAll(() => database.close());

  const createJob = (retentionDays = 365) =>
    createPurgeLogsJob({
      logs: createLogStore(database.db),
      consents: createConsentStore(database.db),
      deleteUsageBefore: (day) => deleteUsageBefore(database.db, day),
      clock,
      log,
      retentionDays,
      publicConsentDays: 30,
    });

  async function addLog(prompt: string, daysAgo: number): Promise<void> {
    const at = new Date(clock.now().getTime() - daysAgo * DAY_MS);
    const { id } = await database.db
      .insertInto('chat_logs')
      .values({
        user_id: userId,
        user_type: 'free_auth',
        session_id: 'session-0001',
        idempotency_key: null,
        prompt,
        status: 'answered',
        sources: JSON.stringify([{ title: `Source of ${prompt}` }]),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('feedback')
      .values({ message_id: id, user_id: userId, thumbs: 'up', updated_at: at, asked_at: at })
      .execute();
  }
  const listPrompts = async () => {
    const rows = await database.db
      .selectFrom('chat_logs')
      .innerJoin('feedback', 'feedback.message_id', 'chat_logs.id')
      .select('prompt')
      .orderBy('chat_logs.created_at')
      .execute();
    return rows.map(({ prompt }) => prompt);
  };

  test('[LOG-10] logs older than the days allowed go every night, with sources and feedback', async () => {
    await addLog('too old', 365.01);
    await addLog('just young enough', 364.99);
    await addLog('new', 0);
    const job = createJob();
    expect(job.cron).toBe('41 3 * * *');
    await job.handle({}, signal);
    expect(await listPrompts()).toEqual(['just young enough', 'new']);
    expect(await database.db.selectFrom('feedback').selectAll().execute()).toHaveLength(2);
    clock.advance(DAY_MS);
    await job.handle({}, signal);
    expect(await listPrompts()).toEqual(['new']);
    await createJob(1).handle({}, signal);
    expect(await listPrompts()).toEqual(['new']);
    clock.advance(1);
    await createJob(1).handle({}, signal);
    expect(await listPrompts()).toEqual([]);
  });

  test('[LOG-10] counts of tokens older than a month go every night', async () => {
    const today = clock.now().getTime();
    const dayOf = (daysAgo: number) =>
      new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const rows = [0, 31, 32].map((ago) => ({ user_id: userId, day: dayOf(ago), tokens: 7 }));
    await database.db.insertInto('model_usage').values(rows).execute();
    await createJob().handle({}, signal);
    const left = await database.db.selectFrom('model_usage').select('day').orderBy('day').execute();
    expect(left.map(({ day }) => day)).toEqual([dayOf(31), dayOf(0)]);
  });

  test('[LOG-10] names given with a consent go with the logs, and after a month when nobody signed in', async () => {
    const give = (name: string, daysAgo: number, user_id: string | null) =>
      database.db
        .insertInto('public_consents')
        .values({
          user_id,
          consent_type: 'public',
          version: '2025-06-30',
          session_id: name,
          first_name: name,
          last_name: name,
          email: `${name}@example.org`,
          accepted_at: new Date(clock.now().getTime() - daysAgo * DAY_MS),
        })
        .execute();
    await give('stranger-old', 30.01, null);
    await give('stranger-new', 29.99, null);
    await give('user-old', 365.01, userId);
    await give('user-new', 364.99, userId);
    const list = async () => {
      const rows = await database.db.selectFrom('public_consents').select('session_id').execute();
      return rows.map((row) => row.session_id).toSorted();
    };
    await createJob().handle({}, signal);
    expect(await list()).toEqual(['stranger-new', 'user-new']);
    await createJob(10).handle({}, signal);
    expect(await list()).toEqual([]);
  });

  test('[LOG-11] many old logs go in several steps, and several processes do it together', async () => {
    await database.execute(
      `insert into chat_logs (user_id, user_type, session_id, prompt, status, created_at)
       select $1, 'free_auth', 'session-0002', 'q', 'answered', $2::timestamptz
       from generate_series(1, 4500)`,
      [userId, new Date(clock.now().getTime() - 400 * DAY_MS).toISOString()],
    );
    await addLog('new', 0);
    await Promise.all([createJob().handle({}, signal), createJob().handle({}, signal)]);
    expect(await listPrompts()).toEqual(['new']);
    const left = await database.db.selectFrom('chat_logs').select('id').execute();
    expect(left).toHaveLength(1);
  });
});
