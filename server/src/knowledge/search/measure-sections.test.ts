import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { embedMissing } from '../index/embed-missing.ts';
import { addDocument } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { createSectionMeasure, type MeasureSections } from './measure-sections.ts';

const { signal } = new AbortController();

describe.each(TEST_ENGINES)('measuring sections on %s', (engine) => {
  let database: Database;
  let measure: MeasureSections;
  const model = createLetterModel();
  const embed = async (text: string) => {
    const [vector = new Float32Array(26)] = await model.embed([text], signal);
    const { name, dimensions } = await model.identify(signal);
    return { model: name, dimensions, vector };
  };
  const store = async (sections: Parameters<typeof addDocument>[1]['sections']) => {
    await addDocument(database.db, {
      passages: [{ text: 'nothing' }],
      ...(sections && { sections }),
    });
    const log = pino({ level: 'silent' });
    await embedMissing({ db: database.db, embeddings: model, ready: undefined, log }, {}, signal);
  };
  const nameOf = async (sectionId: number | undefined) => {
    const { heading } = await database.db
      .selectFrom('sections')
      .select('heading')
      .where('id', '=', sectionId ?? 0)
      .executeTakeFirstOrThrow();
    return heading;
  };

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    measure = createSectionMeasure(database.db);
    await store([
      {
        heading: 'Visits',
        text: 'the campus',
        questions: { en: ['aaa campus', 'aab tour'], es: ['campus gratis'] },
      },
      {
        heading: 'Money',
        text: 'the loan',
        questions: { en: ['zzz loan', 'zzy grant'], es: ['dinero'] },
      },
    ]);
  });
  afterAll(() => database.close());

  test('the words are BM25 of the whole section over the weight of the question, computed by hand', async () => {
    const terms = new Map([
      ['campu', 1],
      ['unheard', 0.5],
    ]);
    const { sections: measured } = await measure({ language: 'en', terms, embedding: undefined });
    expect(measured).toHaveLength(1);
    expect(await nameOf(measured[0]?.sectionId)).toBe('Visits');
    // guide visit campu, aaa campu, aab tour against guide monei loan, zzz loan, zzy grant: seven words each.
    const idf = (held: number) => Math.log(1 + (2 - held + 0.5) / (held + 0.5));
    const saturated = (2 * 2.2) / (2 + 1.2);
    const expected = (idf(1) * saturated) / (idf(1) + 0.5 * idf(0));
    expect(measured[0]?.words).toBeCloseTo(expected, 6);
    expect(measured[0]?.centre).toBe(0);
  });

  test('the centre is the cosine as seen from the mean of all centres', async () => {
    const { sections: measured } = await measure({
      language: 'en',
      terms: new Map(),
      embedding: await embed('aaaa'),
    });
    const byName = new Map(
      await Promise.all(
        measured.map(async ({ sectionId, centre }) => [await nameOf(sectionId), centre] as const),
      ),
    );
    // With two sections their centres lie on opposite sides of the mean.
    expect(byName.get('Visits')).toBeGreaterThan(0.5);
    expect(byName.get('Money')).toBeCloseTo(-(byName.get('Visits') ?? 0), 5);
  });

  test('each language has words of its own', async () => {
    const ask = async (language: string, term: string) =>
      (await measure({ language, terms: new Map([[term, 1]]), embedding: undefined })).sections;
    expect(await ask('en', 'dinero')).toEqual([]);
    expect(await ask('es', 'loan')).toEqual([]);
    const [found] = await ask('es', 'diner');
    expect(await nameOf(found?.sectionId)).toBe('Money');
  });

  test('a section that is added is found at once', async () => {
    const terms = new Map([['drum', 1]]);
    const ask = async () =>
      (await measure({ language: 'en', terms, embedding: undefined })).sections;
    expect(await ask()).toEqual([]);
    await store([{ heading: 'Music', questions: { en: ['where is the drum'], es: ['tambor'] } }]);
    const [found] = await ask();
    expect(await nameOf(found?.sectionId)).toBe('Music');
  });
});
