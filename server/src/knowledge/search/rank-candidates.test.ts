import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatVector } from '../embed/embedding-model.ts';
import { embedMissingPassages } from '../index/vector-store.ts';
import { addDocument } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { findNearest, rankCandidates } from './rank-candidates.ts';
import { loadSectionWeights } from './section-weights.ts';

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

  const embed = async (question: string) => {
    const [embedding = new Float32Array(26)] = await model.embed(
      [question],
      AbortSignal.timeout(5_000),
    );
    const { name, dimensions } = await model.identify(AbortSignal.timeout(5_000));
    return { model: name, dimensions, text: formatVector(embedding) };
  };
  const readTexts = async (ids: readonly number[]) => {
    const rows = await database.db.selectFrom('passages').select(['id', 'text']).execute();
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    return ids.map((id) => texts.get(id));
  };
  const nothingNamed = {
    terms: new Map<string, number>(),
    related: { terms: new Map<string, number>(), factor: 1 },
    collection: { passages: 200, words: 600 },
  };
  const ways = {
    'by the index': async (question: string, tags: string[]) =>
      readTexts(
        await findNearest(database.db, {
          vector: await embed(question),
          filter: { tags },
          limit: 5,
        }),
      ),
    'comparing all': async (question: string, tags: string[]) => {
      const request = { ...nothingNamed, filter: { tags }, limit: 5, nearestIds: undefined };
      const found = await rankCandidates(database.db, {
        bm25: loadSectionWeights().bm25,
        ...request,
        vector: await embed(question),
      });
      const byNearness = found.toSorted((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1));
      return readTexts(byNearness.map(({ passageId }) => passageId));
    },
  };

  test.each(Object.entries(ways))('are found %s, and within tags', async (_, findTexts) => {
    expect((await findTexts('drum grape a', []))[0]?.split(' ').toSorted()).toEqual([
      'a',
      'drum',
      'grape',
    ]);
    const tagged = await findTexts('drum grape a', ['b']);
    expect(tagged).toHaveLength(5);
    expect(tagged.every((text) => text?.endsWith('b'))).toBe(true);
  });

  test('each has the cosine of its vector, also where the index told which to compare', async () => {
    const vector = await embed('drum grape a');
    const nearestIds = await findNearest(database.db, { vector, filter: {}, limit: 5 });
    const rank = (ids: number[] | undefined) =>
      rankCandidates(database.db, {
        bm25: loadSectionWeights().bm25,
        ...nothingNamed,
        vector,
        filter: {},
        limit: 200,
        nearestIds: ids,
      });
    const all = new Map((await rank(undefined)).map((one) => [one.passageId, one.cosine]));
    expect(all.size).toBe(200);
    const told = await rank(nearestIds);
    expect(new Set(told.map(({ passageId }) => passageId))).toEqual(new Set(nearestIds));
    for (const { passageId, cosine } of told) {
      expect(cosine).toBeGreaterThan(0.5);
      expect(cosine).toBe(all.get(passageId));
    }
    expect(
      await rankCandidates(database.db, {
        bm25: loadSectionWeights().bm25,
        ...nothingNamed,
        vector: undefined,
        filter: {},
        limit: 5,
        nearestIds: undefined,
      }),
    ).toEqual([]);
  });
});
