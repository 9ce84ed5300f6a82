import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPassageSearch } from '../search/create-passage-search.ts';
import { addDocument } from '../testing/add-document.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { TERMS_VERSION, toTerms } from '../words/to-terms.ts';
import { countTerms } from './count-terms.ts';
import { recountWords } from './recount-words.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

describe.each(TEST_ENGINES)('words counted by older rules on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('are counted anew, found then, and once is enough', async () => {
    const { db } = database;
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
    expect(await recountWords({ db, log }, signal)).toBe(1);
    expect(await find()).toEqual([text]);
    const stored = await db.selectFrom('documents').select('terms_version').execute();
    expect(stored).toEqual([{ terms_version: TERMS_VERSION }, { terms_version: TERMS_VERSION }]);
    expect(await recountWords({ db, log }, signal)).toBe(0);
  });
});

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
