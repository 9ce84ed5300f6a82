import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
import { hidePassage } from '../knowledge/index/hidden-passages.ts';
import { recountWords } from '../knowledge/index/recount-words.ts';
import { createPassageSearch } from '../knowledge/search/create-passage-search.ts';
import { addDocument } from '../knowledge/testing/add-document.ts';
import { TERMS_VERSION } from '../knowledge/words/to-terms.ts';
import type { Database } from '../platform/db/database.ts';
import { createDocumentStore } from './document-store.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

describe.each(TEST_ENGINES)('documents in the database on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('[CHAT-14] documents that nobody has read yet are those read for the first time, not again', async () => {
    const { db } = database;
    const { countUnread } = createDocumentStore(db);
    const id = await addDocument(db, { passages: [{ text: 'Read.' }] });
    const set = (values: { status: string; processed_at?: Date | null }) =>
      db.updateTable('documents').set(values).where('id', '=', id).execute();
    await set({ status: 'Processing' });
    expect(await countUnread()).toBe(0);
    await set({ status: 'Processing', processed_at: null });
    expect(await countUnread()).toBe(1);
    await set({ status: 'Ready' });
    expect(await countUnread()).toBe(0);
  });

  test('words counted by older rules are counted anew, found then, and once is enough', async () => {
    const { db } = database;
    await db.deleteFrom('documents').execute();
    const sources = [createDocumentStore(db)];
    const text = 'Walk-ons pay their own tuition.';
    const id = await addDocument(db, { passages: [{ text }] });
    await addDocument(db, { passages: [{ text: 'Dead periods end.' }] });
    const search = createPassageSearch({ db, embeddings: undefined, log });
    const find = async () => {
      const { hits } = await search.search({ question: 'Who pays tuition?', limit: 5 }, signal);
      return hits.filter(({ bm25 }) => bm25 > 0).map(({ passage }) => passage.text);
    };
    await db.updateTable('passage_terms').set({ term: 'oldstem' }).execute();
    await db.updateTable('documents').set({ terms_version: 0 }).where('id', '=', id).execute();
    expect(await find()).toEqual([]);
    expect(await recountWords({ sources, log }, signal)).toBe(1);
    expect(await find()).toEqual([text]);
    const stored = await db.selectFrom('documents').select('terms_version').execute();
    expect(stored).toEqual([{ terms_version: TERMS_VERSION }, { terms_version: TERMS_VERSION }]);
    expect(await recountWords({ sources, log }, signal)).toBe(0);
  });

  /** All that is searchable, as whoever searches reads it; ids and vectors aside. */
  const readIndex = async () => {
    const { db } = database;
    const [passages, terms, sections, sectionTerms, questions, translations] = await Promise.all([
      db.selectFrom('passages').selectAll().orderBy('ordinal').execute(),
      db.selectFrom('passage_terms').selectAll().orderBy('term').execute(),
      db.selectFrom('sections').selectAll().orderBy('ordinal').execute(),
      db.selectFrom('section_terms').selectAll().orderBy('language').orderBy('term').execute(),
      db
        .selectFrom('known_questions')
        .selectAll()
        .orderBy('language')
        .orderBy('question')
        .execute(),
      db.selectFrom('section_translations').selectAll().orderBy('language').execute(),
    ]);
    const own = { id: 0, passage_id: 0, section_id: 0, revision: 0 };
    const withoutIds = (rows: readonly object[]) =>
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(Object.entries(own).filter(([name]) => name in row)),
      }));
    const isFiled = passages.map(({ section_id }) => section_id !== null);
    const rows = [passages, terms, sections, sectionTerms, questions, translations];
    return { rows: rows.map(withoutIds), isFiled };
  };

  const jobsOf = (queued: string[]) => ({
    reading: async (id: string) => void queued.push(`reading ${id}`),
    embedding: async (id: string) => void queued.push(`embedding ${id}`),
  });

  test('[DOC-10] a deleted document is neither found nor counted, and restored it is all that it was', async () => {
    const { db } = database;
    await db.deleteFrom('documents').execute();
    const store = createDocumentStore(db);
    const id = await addDocument(db, {
      passages: [
        { text: 'About this guide.' },
        { text: 'Walk-ons pay their own tuition.', headingPath: ['Guide', 'Walk-ons'] },
      ],
      sections: [
        {
          heading: 'Walk-ons',
          questions: { en: ['Who pays tuition?'], es: ['¿Quién paga?'] },
          translations: [
            { language: 'es', title: 'Guía', heading: 'Sin beca', text: 'Pagan ellos.' },
          ],
        },
      ],
    });
    const pageTurns = JSON.stringify([{ start: 3, page: 5, pageLabel: 'v' }]);
    await db
      .updateTable('passages')
      .set({ page: 4, page_label: 'iv', page_turns: pageTurns })
      .where('ordinal', '=', 1)
      .execute();
    await db
      .updateTable('documents')
      .set({ tags: ['ncaa', '9th grade'], warning: 'Page 2 holds no text.' })
      .where('id', '=', id)
      .execute();
    const search = createPassageSearch({ db, embeddings: undefined, log });
    const find = async () => {
      const found = await search.search({ question: 'Who pays tuition?', limit: 5 }, signal);
      const frequency = found.terms.reduce((sum, term) => sum + term.documentFrequency, 0);
      return { frequency, ids: found.hits.map(({ passage }) => passage.source.id) };
    };
    const readRow = () => db.selectFrom('documents').selectAll().where('id', '=', id).execute();
    const [row, index, found] = [await readRow(), await readIndex(), await find()];
    expect(index.isFiled).toEqual([false, true]);
    expect(found).toEqual({ frequency: expect.any(Number), ids: expect.arrayContaining([id]) });
    expect(found.frequency).toBeGreaterThan(0);

    expect(await store.delete(id, new Date('2026-11-20T10:00:00Z'))).toBe(true);
    expect(await find()).toEqual({ frequency: 0, ids: [] });
    expect((await readIndex()).rows).toEqual([[], [], [], [], [], []]);
    expect(await store.list()).toEqual([]);
    expect(await store.listFiles()).toEqual([]);
    expect(await store.listDeletedFiles()).toEqual([
      { name: row[0]?.filename, storageKey: row[0]?.storage_key },
    ]);
    expect(await store.delete(id, new Date())).toBe(false);

    const queued: string[] = [];
    expect(await store.restore(id, jobsOf(queued))).toBe('restored');
    expect(await readRow()).toEqual(row);
    expect(await readIndex()).toEqual(index);
    expect(await find()).toEqual(found);
    expect(queued).toEqual([`embedding ${id}`]);
    expect(await store.restore(id, jobsOf(queued))).toBe('not_found');
    expect(await store.listDeletedFiles()).toEqual([]);
  });

  test('what was kept out of answers stays so when its document is deleted and restored', async () => {
    const { db } = database;
    const store = createDocumentStore(db);
    const text = 'The old rule let walk-ons join in any week of the season.';
    const id = await addDocument(db, { passages: [{ text }] });
    const passage = db.selectFrom('passages').select('id').where('document_id', '=', id);
    const user = { provider_user_id: randomUUID(), email: 'ann@example.com' };
    const admin = db.insertInto('users').values(user).returning('id');
    await hidePassage(
      db,
      { kind: 'document', id },
      {
        passageId: (await passage.executeTakeFirstOrThrow()).id,
        reason: 'Out of date',
        by: (await admin.executeTakeFirstOrThrow()).id,
        at: new Date('2026-11-20T09:00:00Z'),
      },
    );
    await store.delete(id, new Date());
    await store.restore(id, jobsOf([]));
    expect(await passage.where('hidden_id', 'is', null).execute()).toEqual([]);
    const hidden = db.selectFrom('hidden_passages').selectAll().where('document_id', '=', id);
    expect(await hidden.execute()).toMatchObject([
      { text, reason: 'Out of date', hidden_at: new Date('2026-11-20T09:00:00Z') },
    ]);
  });

  test.each(['pending', 'Processing'])(
    'a document that was deleted while it was %s is read once it is back',
    async (status) => {
      const { db } = database;
      const store = createDocumentStore(db);
      const id = await addDocument(db, { passages: [] });
      await db.updateTable('documents').set({ status }).where('id', '=', id).execute();
      const queued: string[] = [];
      await store.delete(id, new Date());
      await store.restore(id, jobsOf(queued));
      expect(queued).toEqual([`reading ${id}`]);
      expect(await store.findUnread(id)).toMatchObject({ id });
    },
  );

  test('a restored starter document follows its file again', async () => {
    const { db } = database;
    const store = createDocumentStore(db);
    const id = await addDocument(db, { passages: [] });
    await db.updateTable('documents').set({ origin: 'starter' }).where('id', '=', id).execute();
    await db
      .insertInto('starter_files')
      .values({ name: 'guide.txt', sha256: 'old', document_id: id, loaded_at: new Date() })
      .execute();
    const isWanted = () => store.isStarterWanted({ name: 'guide.txt', sha256: 'new' });
    await store.delete(id, new Date());
    expect(await isWanted()).toBe(false);
    await store.restore(id, jobsOf([]));
    expect(await isWanted()).toBe(true);
  });

  test('what was deleted before a moment is erased for good', async () => {
    const { db } = database;
    await db.deleteFrom('deleted_sources').execute();
    const store = createDocumentStore(db);
    const [old, young] = [
      await addDocument(db, { passages: [] }),
      await addDocument(db, { passages: [] }),
    ];
    await store.delete(old, new Date('2026-10-20T10:00:00Z'));
    await store.delete(young, new Date('2026-10-21T10:00:00Z'));
    expect((await store.listDeleted()).map(({ id }) => id)).toEqual([young, old]);
    expect(await store.eraseDeletedBefore(new Date('2026-10-21T00:00:00Z'))).toBe(1);
    expect((await store.listDeleted()).map(({ id }) => id)).toEqual([young]);
  });
});
