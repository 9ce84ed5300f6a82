import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDocument } from '../testing/add-document.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { TERMS_VERSION, toTerms } from '../words/to-terms.ts';
import { countTerms, maintainTables } from './passage-store.ts';

test('other words for the same text need another TERMS_VERSION', () => {
  const passage = {
    title: "The U.S. Student's Guide",
    headingPath: ['Money', 'Paying for policies'],
    text: 'It isn’t $20,000: eligible athletes say 2.3 cafés’ important organs are universal.',
  };
  const rules = [[...STOP_WORDS], toTerms(passage.text), [...countTerms(passage).frequencies]];
  const fingerprint = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16);
  expect({ version: TERMS_VERSION, fingerprint }).toEqual({
    version: 1,
    fingerprint: '123748292b1d0062',
  });
});

describe.each(TEST_ENGINES)('after a big load on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('the tables are maintained once, and again when the collection has grown by half', async () => {
    const load = (count: number) =>
      addDocument(database.db, {
        passages: Array.from({ length: count }, (_, index) => ({ text: `visit ${index}` })),
      });
    await load(900);
    expect(await maintainTables(database.db)).toBe(false);
    await load(200);
    expect(await maintainTables(database.db)).toBe(true);
    await load(300);
    expect(await maintainTables(database.db)).toBe(false);
    await load(400);
    expect(await maintainTables(database.db)).toBe(true);
  });
});
