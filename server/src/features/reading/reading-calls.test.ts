import type { Reading, ReadPassage } from '@pathway/contract/reading';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { replacePassages } from '../../knowledge/index/passage-store.ts';
import { addDocument } from '../../knowledge/testing/add-document.ts';

describe.each(TEST_ENGINES)('what was read, on %s', (engine) => {
  let server: TestApp;
  let admin: Person;
  beforeAll(async () => {
    server = await buildTestApp({ database: await createTestDatabase(engine) });
    admin = await server.signIn({ email: 'ann@example.com', isAdmin: true });
  });
  beforeEach(() => server.database.db.deleteFrom('documents').execute());
  afterAll(() => server.close());

  const read = async (id: string) =>
    (await server.call(admin, { url: `/api/admin/sources/${id}/reading` })).json<Reading>();
  const list = async (id: string, from = 0) => {
    const url = `/api/admin/sources/${id}/passages?from=${from}`;
    return (await server.call(admin, { url })).json<{ passages: ReadPassage[] }>().passages;
  };
  const hide = (id: string, payload: object) =>
    server.call(admin, {
      method: 'POST',
      url: `/api/admin/sources/${id}/hidden-passages`,
      payload,
    });

  test('[DOC-11] a document is told with its outline, pages, passages and known questions', async () => {
    const id = await addDocument(server.database.db, {
      passages: [
        { text: 'Foreword.', page: 1, pageLabel: 'i' },
        { text: 'Calls begin. In June.', headingPath: ['Rules', 'Calls'], page: 2 },
        {
          text: 'In June. On the 15th.',
          headingPath: ['Rules', 'Calls'],
          page: 2,
          pageTurns: [{ start: 9, page: 4, pageLabel: null }],
          confidence: 71,
        },
        { text: 'A trip.', headingPath: ['Rules', 'Visits'], page: 4 },
      ],
      sections: [
        { heading: 'Calls', questions: { es: ['¿cuándo llaman?'], en: ['when do they call'] } },
      ],
    });
    await server.database.db
      .updateTable('documents')
      .set({ warning: 'Pages 3 and 4 have no text.' })
      .where('id', '=', id)
      .execute();
    expect(await read(id)).toEqual({
      name: 'guide.txt',
      kind: 'document',
      status: 'Ready',
      warning: 'Pages 3 and 4 have no text.',
      passages: 4,
      pages: 4,
      outline: [
        { text: 'Rules', depth: 0, ordinal: 1, page: '2' },
        { text: 'Calls', depth: 1, ordinal: 1, page: '2' },
        { text: 'Visits', depth: 1, ordinal: 3, page: '4' },
      ],
      hidden: [],
    });
    const [first, second, third] = await list(id);
    expect(first).toMatchObject({ ordinal: 0, page: 'i', headings: [], asked: [], hidden: null });
    expect(second).toMatchObject({
      headings: ['Rules', 'Calls'],
      repeated: 0,
      confidence: null,
      asked: [
        { language: 'en', text: 'when do they call' },
        { language: 'es', text: '¿cuándo llaman?' },
      ],
    });
    expect(third).toMatchObject({ repeated: 9, asked: [], confidence: 71 });
    expect((await list(id, 3)).map(({ text }) => text)).toEqual(['A trip.']);
  });

  test('[DOC-11] long documents come fifty passages at a time', async () => {
    const passages = Array.from({ length: 120 }, (_, index) => ({ text: `Passage ${index}.` }));
    const id = await addDocument(server.database.db, { passages });
    const ordinals = async (from: number) => (await list(id, from)).map(({ ordinal }) => ordinal);
    expect(await ordinals(50)).toEqual(Array.from({ length: 50 }, (_, index) => 50 + index));
    expect(await ordinals(100)).toHaveLength(20);
    expect(await ordinals(999_999)).toEqual([]);
    const refused = await server.call(admin, {
      url: `/api/admin/sources/${id}/passages?from=-1`,
    });
    expect(refused.statusCode).toBe(400);
  });

  test('[DOC-11] a passage is hidden with a reason, by whom and when is told, and it is shown again', async () => {
    const texts = ['Calls begin in June.', 'Visits are paid for.'];
    const id = await addDocument(server.database.db, { passages: texts.map((text) => ({ text })) });
    const passage = (await list(id))[1]?.id;
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      expect((await hide(id, { passage, reason })).statusCode).toBe(400);
    }
    expect((await hide(id, { passage: 2_000_000_000, reason: 'old' })).statusCode).toBe(404);
    expect((await hide(randomUUID(), { passage, reason: 'old' })).statusCode).toBe(404);
    expect((await read(id)).hidden).toEqual([]);

    expect((await hide(id, { passage, reason: ' Rules of 2019 ' })).statusCode).toBe(200);
    const { hidden } = await read(id);
    expect(hidden).toEqual([
      {
        id: expect.any(String),
        ordinal: 1,
        text: 'Visits are paid for.',
        reason: 'Rules of 2019',
        by: 'ann@example.com',
        at: server.clock.now().toISOString(),
      },
    ]);
    const hiding = hidden[0]?.id ?? '';
    expect((await list(id)).map((one) => one.hidden)).toEqual([null, hiding]);

    // Whoever hid it may be erased; what the source says no more is still told.
    await server.database.db.updateTable('hidden_passages').set({ hidden_by: null }).execute();
    await server.database.db.deleteFrom('passages').where('document_id', '=', id).execute();
    expect((await read(id)).hidden).toMatchObject([{ by: null, ordinal: null }]);

    const show = () =>
      server.call(admin, { method: 'DELETE', url: `/api/admin/hidden-passages/${hiding}` });
    expect((await show()).statusCode).toBe(200);
    expect((await read(id)).hidden).toEqual([]);
    expect((await show()).statusCode).toBe(404);
  });

  test('[DOC-11] a site is told by the titles of its pages', async () => {
    const { db } = server.database;
    const { id } = await db
      .insertInto('sites')
      .values({ url: 'https://example.com', status: 'ready', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const passages = [
      { title: 'Home', headingPath: [], url: 'https://example.com/', text: 'Welcome.' },
      { title: 'Aid', headingPath: ['Grants'], url: 'https://example.com/aid', text: 'Free.' },
    ].map((one, ordinal) => ({ ...one, ordinal, page: null, pageLabel: null }));
    await db.transaction().execute((trx) => replacePassages(trx, { kind: 'site', id }, passages));
    expect(await read(id)).toMatchObject({
      name: 'https://example.com',
      kind: 'site',
      pages: 0,
      outline: [
        { text: 'Home', depth: 0, ordinal: 0 },
        { text: 'Aid', depth: 0, ordinal: 1 },
        { text: 'Grants', depth: 1, ordinal: 1 },
      ],
    });
    expect((await list(id, 1))[0]).toMatchObject({ url: 'https://example.com/aid', text: 'Free.' });
    expect((await hide(id, { passage: (await list(id))[0]?.id, reason: 'old' })).statusCode).toBe(
      200,
    );
    expect((await read(id)).hidden).toMatchObject([{ ordinal: 0 }]);
  });
});
