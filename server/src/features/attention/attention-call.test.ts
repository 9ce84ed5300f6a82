import type { Attention } from '@pathway/contract/attention';
import { ATTENTION_MAX } from '@pathway/contract/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe.each(TEST_ENGINES)('what needs attention on %s', (engine) => {
  let server: TestApp;
  let admin: Person;
  beforeAll(async () => {
    server = await buildTestApp({ database: await createTestDatabase(engine) });
    admin = await server.signIn({ isAdmin: true });
  });
  beforeEach(async () => {
    const { db } = server.database;
    for (const table of ['documents', 'sites', 'chat_logs'] as const) {
      await db.deleteFrom(table).execute();
    }
  });
  afterAll(() => server.close());

  const list = async () =>
    (await server.call(admin, { method: 'GET', url: '/api/admin/attention' })).json<Attention>();
  const addDocument = async (values: { status?: string; review_by?: string }) => {
    const row = await server.database.db
      .insertInto('documents')
      .values({
        filename: 'guide.txt',
        kind: 'txt',
        origin: 'upload',
        size_bytes: 1,
        sha256: randomUUID(),
        storage_key: randomUUID(),
        status: 'Ready',
        created_at: NOW,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const addSite = async (values: {
    status: string;
    status_reason?: string;
    last_scraped?: Date;
  }) => {
    const url = `https://${randomUUID()}.example/`;
    const row = await server.database.db
      .insertInto('sites')
      .values({ url, created_at: NOW, ...values })
      .returning(['id', 'url as name'])
      .executeTakeFirstOrThrow();
    return row;
  };
  const rate = async (thumbs: 'up' | 'down', comment: string, minute: number) => {
    const { db } = server.database;
    const { id } = await db
      .insertInto('chat_logs')
      .values({
        user_id: admin.id,
        user_type: 'free_auth',
        session_id: 'session-0001',
        prompt: 'How?',
        status: 'answered',
        created_at: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const updated_at = new Date(NOW.getTime() + minute * 60_000);
    await db
      .insertInto('feedback')
      .values({
        message_id: id,
        user_id: admin.id,
        thumbs,
        text_feedback: comment,
        updated_at,
        asked_at: NOW,
      })
      .execute();
    return id;
  };

  test('[ADM-02] is nothing at first', async () => {
    await addDocument({ status: 'pending' });
    await addSite({ status: 'scraping' });
    expect(await list()).toEqual({ complaints: [], failures: [], due: [] });
  });

  test('[ADM-02] is thumbs down that say why, the newest first', async () => {
    await rate('up', 'Thanks', 9);
    await rate('down', ' \n ', 8);
    const ids: string[] = [];
    for (let minute = 0; minute <= ATTENTION_MAX; minute++) {
      ids.unshift(await rate('down', `Wrong ${minute}`, minute));
    }
    const { complaints } = await list();
    expect(complaints.map(({ id }) => id)).toEqual(ids.slice(0, ATTENTION_MAX));
    expect(complaints[0]).toEqual({ id: ids[0], comment: `Wrong ${ATTENTION_MAX}` });
  });

  test('[ADM-02] is documents and sites that could not be read, with the reason', async () => {
    const id = await addDocument({ status: 'Error: damaged' });
    const site = await addSite({ status: 'error', status_reason: 'answered 500' });
    expect((await list()).failures).toEqual([
      { kind: 'document', id, name: 'guide.txt', reason: 'Error: damaged' },
      { kind: 'site', ...site, reason: 'answered 500' },
    ]);
  });

  test('[ADM-02] is documents whose review is due, and sites that nobody has had read', async () => {
    const today = server.clock.now().toISOString().slice(0, 10);
    await addDocument({ review_by: '2999-01-01' });
    const id = await addDocument({ review_by: today });
    const site = await addSite({ status: 'pending' });
    await addSite({ status: 'ready', last_scraped: NOW });
    expect((await list()).due).toEqual([
      { kind: 'document', id, name: 'guide.txt', due: today },
      { kind: 'site', ...site, due: '' },
    ]);
  });
});
