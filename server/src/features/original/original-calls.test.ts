import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { answerOf } from '../../../test/fake-assistant.ts';
import { hidePassage } from '../../knowledge/index/hidden-passages.ts';
import { addDocument } from '../../knowledge/testing/add-document.ts';

describe.each(TEST_ENGINES)('originals on %s', (engine) => {
  let server: TestApp;
  let reader: Person;
  let other: Person;
  beforeAll(async () => {
    server = await buildTestApp({ database: await createTestDatabase(engine) });
    reader = await server.signIn();
    other = await server.signIn({ isAdmin: true });
  });
  afterAll(() => server.close());

  /** A stored document that an answer to the reader cites. */
  async function cite(kind: 'pdf' | 'txt' | 'docx', texts: string[], content = 'A file.') {
    const { db } = server.database;
    const id = await addDocument(db, { passages: texts.map((text) => ({ text })) });
    const key = `${randomUUID()}.${kind}`;
    await server.files.put(key, Readable.from([Buffer.from(content)]));
    await db
      .updateTable('documents')
      .set({ kind, storage_key: key })
      .where('id', '=', id)
      .execute();
    const source = { n: 1, title: 'Guide', kind: 'document' as const, excerpt: 'A file.' };
    server.assistant.script = async () => ({
      ...answerOf('Said. [1]'),
      sources: [{ ...source, original: { id, passage: 0 } }],
    });
    const payload = {
      messages: [{ role: 'user', content: 'What does it say?' }],
      session_id: 'session-0001',
      user_id: reader.id,
    };
    const reply = await server.call(reader, { method: 'POST', url: '/api/chat', payload });
    expect(reply.json()).toMatchObject({ message: { sources: [{ original: { id } }] } });
    return id;
  }
  const open = (as: Person, id: string, from = 0) =>
    server.call(as, { url: `/api/chat/originals/${id}?from=${from}` });
  const openFile = (as: Person, id: string) =>
    server.call(as, { url: `/api/chat/originals/${id}/file` });

  test('[CHAT-16] a PDF is given to those alone whose answers cite it, as a file that no page may run', async () => {
    const id = await cite('pdf', ['A file.'], '%PDF-1.7 bytes');
    expect((await open(reader, id)).json()).toEqual({
      name: 'guide.txt',
      kind: 'pdf',
      end: 0,
      passages: [],
    });
    const file = await openFile(reader, id);
    expect(file.body).toBe('%PDF-1.7 bytes');
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    for (const refused of [
      await open(other, id),
      await openFile(other, id),
      await open(reader, randomUUID()),
      await openFile(reader, randomUUID()),
    ]) {
      expect(refused.statusCode).toBe(404);
    }
    await server.database.db.deleteFrom('documents').where('id', '=', id).execute();
    expect((await openFile(reader, id)).statusCode).toBe(404);
  });

  test.each(['txt', 'docx'] as const)(
    '[CHAT-16] a %s is given as text without repetitions and without what is hidden',
    async (kind) => {
      const texts = ['First. Second part.', 'Second part. Third.', 'Secret. Odd.', 'Odd. Last.'];
      const id = await cite(kind, texts);
      const read = async (from: number) =>
        (await open(reader, id, from)).json<{ end: number; passages: { text: string }[] }>();
      const textsOf = async (from: number) =>
        (await read(from)).passages.map((passage) => passage.text);
      expect(await textsOf(0)).toEqual(['First. Second part.', 'Third.', 'Secret. Odd.', 'Last.']);
      expect(await textsOf(3)).toEqual(['Last.']);
      const { db } = server.database;
      const { id: passageId } = await db
        .selectFrom('passages')
        .select('id')
        .where('document_id', '=', id)
        .where('ordinal', '=', 2)
        .executeTakeFirstOrThrow();
      const hiding = { passageId, reason: 'old', by: other.id, at: new Date() };
      await hidePassage(db, { kind: 'document', id }, hiding);
      expect(await textsOf(0)).toEqual(['First. Second part.', 'Third.', 'Last.']);
      expect((await read(0)).end).toBe(4);
      expect((await openFile(reader, id)).statusCode).toBe(404);
      expect((await open(other, id)).statusCode).toBe(404);
    },
  );
});
