import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDocument } from '../testing/add-document.ts';
import { countUnreadSources } from './count-unread-sources.ts';

describe.each(TEST_ENGINES)('sources that nobody has read yet on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('[CHAT-14] are those that are read for the first time, not those that are read again', async () => {
    const { db } = database;
    const id = await addDocument(db, { passages: [{ text: 'Read.' }] });
    const set = (values: { status: string; processed_at?: Date | null }) =>
      db.updateTable('documents').set(values).where('id', '=', id).execute();
    await set({ status: 'Processing' });
    expect(await countUnreadSources(db)).toBe(0);
    await set({ status: 'Processing', processed_at: null });
    const site = { url: 'https://example.com/', status: 'scraping', created_at: new Date() };
    await db.insertInto('sites').values(site).execute();
    expect(await countUnreadSources(db)).toBe(2);
    await set({ status: 'Ready' });
    await db.updateTable('sites').set({ last_scraped: new Date() }).execute();
    expect(await countUnreadSources(db)).toBe(0);
  });
});
