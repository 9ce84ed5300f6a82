import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatVector } from '../embed/format-vector.ts';
import { embedMissingPassages } from '../index/embed-missing-passages.ts';
import { addDocument } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { EXACT_SCAN_MAX_PASSAGES, findNearest } from './find-nearest.ts';

const WORDS = ['apple', 'bread', 'chess', 'drum', 'eagle', 'flute', 'grape', 'house'];

describe.each(TEST_ENGINES)('the nearest passages on %s', (engine) => {
  let database: Database;
  const model = createLetterModel();
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    for (const tag of ['a', 'b']) {
      const passages = Array.from({ length: 100 }, (_, index) => ({
        text: `${WORDS[index % 8]} ${WORDS[(index >> 3) % 8]} ${tag.repeat(1 + (index >> 6))}`,
      }));
      await addDocument(database.db, { title: '', tags: [tag], passages });
    }
    const log = pino({ level: 'silent' });
    const { signal } = new AbortController();
    await embedMissingPassages({ db: database.db, embeddings: model, log }, {}, signal);
  });
  afterAll(() => database.close());

  const findTexts = async (question: string, passages: number, tags: string[] = []) => {
    const [embedding = new Float32Array(26)] = await model.embed(
      [question],
      AbortSignal.timeout(5_000),
    );
    const { name, dimensions } = await model.identify(AbortSignal.timeout(5_000));
    const vector = { model: name, dimensions, text: formatVector(embedding) };
    const request = { vector, passages, filter: { tags }, limit: 5 };
    const nearest = (await findNearest(database.db, request)).execute(database.db);
    const ids = (await nearest).rows.map((row) => row.passage_id);
    const rows = await database.db
      .selectFrom('passages')
      .select(['id', 'text'])
      .where('id', 'in', ids)
      .execute();
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    return ids.map((id) => texts.get(id));
  };

  test.each([
    ['read exactly', 0],
    ['by the index', EXACT_SCAN_MAX_PASSAGES],
  ])('are found when %s, and within tags', async (_, passages) => {
    expect((await findTexts('drum grape a', passages))[0]?.split(' ').toSorted()).toEqual([
      'a',
      'drum',
      'grape',
    ]);
    const tagged = await findTexts('drum grape a', passages, ['b']);
    expect(tagged).toHaveLength(5);
    expect(tagged.every((text) => text?.endsWith('b'))).toBe(true);
  });
});
