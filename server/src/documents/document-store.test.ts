import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../test/create-test-database.ts';
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
});
