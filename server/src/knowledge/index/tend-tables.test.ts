import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDocument } from '../testing/add-document.ts';
import { tendTables } from './tend-tables.ts';

describe.each(TEST_ENGINES)('after a big load on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('the tables are tended once, and again when the collection has grown by half', async () => {
    const load = (count: number) =>
      addDocument(database.db, {
        passages: Array.from({ length: count }, (_, index) => ({ text: `visit ${index}` })),
      });
    await load(900);
    expect(await tendTables(database.db)).toBe(false);
    await load(200);
    expect(await tendTables(database.db)).toBe(true);
    await load(300);
    expect(await tendTables(database.db)).toBe(false);
    await load(400);
    expect(await tendTables(database.db)).toBe(true);
  });
});
